import { definePlugin, type Route } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { ledgerTables, stateTables } from './tables.ts';
import { getAllocation, getAllocationSummary } from './routes/get-allocation.ts';
import { getClusterInfo, getConfigs, getHealth } from './routes/get-installation.ts';
import { listAssets, listAssetSets } from './routes/list-assets.ts';
import { opencostRoute } from './routes/opencost-route.ts';

const prefix = Type.String({
  default: '/opencost',
  maxLength: 200,
  pattern: '^(?!/(?:v1|health)(?:/|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$',
  description:
    'Path prefix of the routes: with /opencost, /opencost/allocation. With "", they have the paths ' +
    'that OpenCost serves, as clients without an option for them need. Must not begin with /v1 or ' +
    '/health.',
});

const routes: readonly Route[] = [
  getAllocation,
  { ...getAllocation, path: '/allocation/compute', operationId: 'opencostComputeAllocation' },
  getAllocationSummary,
  {
    ...getAllocationSummary,
    path: '/allocation/compute/summary',
    operationId: 'opencostComputeAllocationSummary',
  },
  getClusterInfo,
  getConfigs,
  getHealth,
];

const below = (prefix: string, route: Route): Route => ({
  ...route,
  path: `${prefix}${route.path}` as Route['path'],
});

/** A route below /model, for clients of Kubecost. */
const belowModel = (prefix: string, route: Route): Route => ({
  ...below(`${prefix}/model`, route),
  operationId: `${route.operationId}OfModel`,
  undocumented: `the same as ${prefix}${route.path}, but for Kubecost's sets of assets`,
});

/** OpenCost's read API over the ledger. */
export const opencostPlugin = definePlugin({
  id: 'opencost',
  sharedScopes: { 'cost_explorer:read': 'The cost explorer and the FOCUS export' },
  config: Type.Object({ prefix }, { additionalProperties: false }),
  tables: stateTables,
  ledgerTables,
  tags: { [opencostRoute.tag]: "OpenCost's API: `{code, status, data}`, amounts as JSON numbers." },
  routes: ({ prefix }) => [
    ...[...routes, listAssets].map((route) => below(prefix, route)),
    ...[...routes, listAssetSets].map((route) => belowModel(prefix, route)),
  ],
});
