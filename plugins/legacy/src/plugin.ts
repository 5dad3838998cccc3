import { definePlugin } from '@costplane/plugin-api';
import { legacyConfig } from './config.ts';
import { legacyEnvelope } from './envelope.ts';
import { getDashboard } from './routes/get-dashboard.ts';
import { getNamespaceDetails } from './routes/get-namespace-details.ts';
import { getNamespaceTrends } from './routes/get-namespace-trends.ts';
import { getNodeGroupDetails } from './routes/get-node-group-details.ts';
import { getNodeMetrics } from './routes/get-node-metrics.ts';
import { getOverview } from './routes/get-overview.ts';
import { listDepartmentCosts } from './routes/list-department-costs.ts';
import { listNamespaces } from './routes/list-namespaces.ts';
import { listNodeGroups } from './routes/list-node-groups.ts';
import { listNodes } from './routes/list-nodes.ts';
import { listTeamCosts } from './routes/list-team-costs.ts';
import { tag } from './routes/legacy-route.ts';
import { ledgerTables, stateTables } from './tables.ts';

const routes = [
  listNamespaces,
  getNamespaceDetails,
  getNamespaceTrends,
  listNodes,
  getNodeMetrics,
  listNodeGroups,
  getNodeGroupDetails,
  listTeamCosts,
  listDepartmentCosts,
  getOverview,
  getDashboard,
];

/** The legacy routes, whose responses and errors have no envelope. */
export const legacyPlugin = definePlugin({
  id: 'legacy',
  scopes: {
    'node_groups:read': 'Node groups (legacy)',
    'costs:teams:read': 'Costs by team (legacy)',
    'costs:departments:read': 'Costs by department (legacy)',
    'overview:read': 'Overview and dashboard (legacy)',
  },
  sharedScopes: {
    'namespaces:read': 'Namespace lists and detail, namespace cost trend',
    'nodes:read': 'Nodes, node groups, node-group cost trend',
  },
  config: legacyConfig,
  tables: stateTables,
  ledgerTables,
  tags: {
    [tag]: 'Legacy routes: flat responses, paging by `limit` and `offset`, errors as `{detail}`.',
  },
  routes: ({ prefix, money }) =>
    routes.map((route) => ({
      ...route,
      path: `${prefix as '' | `/${string}`}${route.path}` as const,
      envelope: legacyEnvelope(route, money),
    })),
});
