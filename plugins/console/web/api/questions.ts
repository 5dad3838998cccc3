import { type Schemas } from '@costplane/client';
import { type Days } from '../parts/days.ts';
import { followPages, get, post, wholeList } from './question.ts';

export type CostMode = 'fully_loaded' | 'workload_only';
export type Basis = 'legacy' | 'all';
/** The cost mode and basis of the amounts in a view. */
export interface Costing {
  readonly cost_mode: CostMode;
  readonly basis: Basis;
}

export type Exploration = Schemas['CostExplorerQuery'];
export type ExplorationRow = Schemas['CostExplorerRow'];

/** The page size of all lists, in rows. */
export const pageSize = 100;

export const organizationDashboard = (costing: Costing) =>
  get('getOrganizationDashboard', 'the month to date', '/v1/organization/dashboard', {
    params: { query: { ...costing, top_clusters_limit: 5 } },
  });

export const organization = () =>
  get('getOrganization', 'the organization', '/v1/organization', {});

/** Cost per whole UTC day. Times of a trend are seconds since 1970, and its end is exclusive. */
export const perDay = ({ from, to }: Days, costing: Partial<Costing>) => ({
  ...costing,
  start: epochSeconds(from),
  end: epochSeconds(to) + 86_400,
  type: 'breakdown' as const,
  granularity: 'daily' as const,
});
const epochSeconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

export const organizationTrend = (days: Days, costing: Costing) =>
  get('getOrganizationCostTrend', 'the cost per day', '/v1/organizations/dashboard/cost-trend', {
    params: { query: perDay(days, costing) },
  });

export const clusterTrend = (clusterId: string, days: Days, costing: Costing) =>
  get(
    'getClusterCostTrend',
    'the cost per day of a cluster',
    '/v1/clusters/{cluster_id}/cost-trend',
    { params: { path: { cluster_id: clusterId }, query: perDay(days, costing) } },
  );

export const namespaceTrend = (
  clusterId: string,
  namespace: string,
  days: Days,
  costing: Costing,
) =>
  get(
    'getNamespaceCostTrend',
    'the cost per day of a namespace',
    '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend',
    { params: { path: { cluster_id: clusterId, namespace }, query: perDay(days, costing) } },
  );

export const clusters = () =>
  followPages((cursor) =>
    get('listClusters', 'the clusters', '/v1/clusters', {
      params: { query: { limit: wholeList.pageSize, ...(cursor && { cursor }) } },
    }),
  );

export const teams = (costing: Costing, query: { limit?: number; cursor?: string } = {}) =>
  get('listTeams', 'the teams', '/v1/teams', {
    params: { query: { ...costing, limit: pageSize, ...query } },
  });

export const recommendations = (
  query: {
    limit?: number;
    cursor?: string;
    [filter: string]: unknown;
  } = {},
) =>
  get('listRecommendations', 'the recommendations', '/v1/recommendations', {
    params: { query: { limit: pageSize, ...query } },
  });

export const explore = (body: Exploration) =>
  post(
    'queryCostExplorer',
    'costs by ' + [body.group_by ?? 'workload'].flat().join(', '),
    '/v1/cost-explorer/query',
    {
      body,
    },
  );

/** The label or annotation keys by which cost can be grouped. */
export const costLabels = (kind: 'label' | 'annotation', { from, to }: Days) =>
  get('listCostLabels', `the ${kind}s`, '/v1/cost-explorer/labels', {
    params: { query: { kind, start_date: from, end_date: to, per_page: pageSize } },
  });
