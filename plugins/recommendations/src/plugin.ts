import { definePlugin } from '@costplane/plugin-api';
import { getRecommendation } from './routes/get-recommendation.ts';
import { listRecommendations } from './routes/list-recommendations.ts';
import { recommendationTables } from './tables.ts';

/** Recommendations: proposed changes to workloads, and their savings. */
export const recommendationsPlugin = definePlugin({
  id: 'recommendations',
  scopes: { 'recommendations:read': 'Recommendations, as list and detail' },
  tables: recommendationTables,
  tags: { Recommendations: 'Recommended changes to workloads, and their savings.' },
  routes: [listRecommendations, getRecommendation],
});
