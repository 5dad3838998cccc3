import { routesOver } from '@costplane/plugin-api';
import { count, namedObject, text, uuid } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { currentMonth } from '../month.ts';
import { selectTopClusters, type TopCluster } from '../queries/select-overview.ts';
import { hourlyCost } from '../resources/amounts.ts';
import { efficiencySchema, toEfficiency } from '../resources/efficiency.ts';
import { totalsFields, toTotals } from '../resources/overview.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { legacyRoute } from './legacy-route.ts';
import { readOverview } from './read-overview.ts';

const topClusters = 5;

const response = namedObject('LegacyDashboard', 'The dashboard of the organization.', {
  ...totalsFields,
  node_count: count('Equal to `total_nodes`.'),
  pod_count: count('Equal to `total_pods`.'),
  efficiency_score: efficiencySchema('allocatable'),
  days_elapsed: count('Days of the month so far, including today.'),
  days_in_month: count('Days of the month.'),
  top_clusters: Type.Array(
    Type.Object({
      cluster_id: uuid('Id of the cluster.'),
      cluster_name: text('Name of the cluster.'),
      hourly_cost: hourlyCost,
      efficiency: efficiencySchema('allocatable'),
    }),
    { maxItems: topClusters, description: 'The clusters with the highest hourly cost.' },
  ),
  total_recommendations: count('Pending recommendations.'),
});

export const getDashboard = routesOver<LegacyRows>()({
  ...legacyRoute,
  cacheable: false,
  operationId: 'legacyGetDashboard',
  path: '/v1/dashboard',
  summary: 'Get the dashboard of the organization (legacy)',
  description: 'Covers the clusters that the key may read.',
  scope: 'overview:read',
  response,

  async handler(context) {
    const { db, now } = context;
    const scope = await readScope(context, undefined);
    const [figures, top] = await Promise.all([
      readOverview(db, scope, now),
      selectTopClusters(scope, topClusters).execute(db),
    ]);
    const { daysElapsed, days } = currentMonth(now);
    return {
      ...toTotals(figures),
      node_count: figures.totals.nodes,
      pod_count: figures.totals.pods,
      efficiency_score: toEfficiency(figures.totals),
      days_elapsed: daysElapsed,
      days_in_month: days,
      top_clusters: top.rows.map(toTopCluster),
      total_recommendations: figures.savings.recommendations,
    };
  },
});

const toTopCluster = (row: TopCluster) => ({
  cluster_id: row.id,
  cluster_name: row.name,
  hourly_cost: row.hourly_cost,
  efficiency: toEfficiency(row),
});
