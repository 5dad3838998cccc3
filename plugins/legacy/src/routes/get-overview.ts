import { routesOver } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import {
  efficiencySchema,
  toEfficiency,
  toUtilization,
  utilizationFields,
} from '../resources/efficiency.ts';
import { totalsFields, toTotals } from '../resources/overview.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { legacyRoute } from './legacy-route.ts';
import { readOverview } from './read-overview.ts';

const response = namedObject('LegacyOverview', 'Totals of the organization.', {
  ...totalsFields,
  ...utilizationFields,
  recommendation_count: count('Pending recommendations.'),
  efficiency_score: efficiencySchema('allocatable'),
});

export const getOverview = routesOver<LegacyRows>()({
  ...legacyRoute,
  cacheable: false,
  operationId: 'legacyGetOverview',
  path: '/v1/overview',
  summary: 'Get the overview of the organization (legacy)',
  description: 'Covers the clusters that the key may read.',
  scope: 'overview:read',
  response,

  async handler(context) {
    const { db, now } = context;
    const scope = await readScope(context, undefined);
    const figures = await readOverview(db, scope, now);
    const { totals, savings } = figures;
    return {
      ...toTotals(figures),
      ...toUtilization(totals),
      recommendation_count: savings.recommendations,
      efficiency_score: toEfficiency(totals),
    };
  },
});
