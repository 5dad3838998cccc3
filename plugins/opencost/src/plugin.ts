import { definePlugin } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { ledgerTables, stateTables } from './tables.ts';
import { getAllocation, getAllocationSummary } from './routes/get-allocation.ts';
import { getClusterInfo, getConfigs, getHealth } from './routes/get-installation.ts';
import { listAssets } from './routes/list-assets.ts';
import { type Prefix, tag, withAliases } from './routes/opencost-route.ts';

const prefix = Type.Unsafe<Prefix>({
  type: 'string',
  default: '/opencost',
  maxLength: 200,
  pattern: '^(?!/(?:v1|health)(?:/|$))(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$',
  description:
    'Path prefix of the routes: with /opencost, /opencost/allocation. With "", they have the paths ' +
    'that OpenCost serves, as clients without an option for them need. Must not begin with /v1 or ' +
    '/health.',
});

/** OpenCost's read API over the ledger. */
export const opencostPlugin = definePlugin({
  id: 'opencost',
  sharedScopes: { 'cost_explorer:read': 'The cost explorer and the FOCUS export' },
  config: Type.Object({ prefix }, { additionalProperties: false }),
  tables: stateTables,
  ledgerTables,
  tags: { [tag]: "OpenCost's API: `{code, status, data}`, amounts as JSON numbers." },
  routes: ({ prefix: before }) => [
    ...withAliases(
      getAllocation(before),
      `${before}/allocation/compute`,
      `${before}/model/allocation`,
    ),
    ...withAliases(getAllocationSummary(before), `${before}/model/allocation/summary`),
    ...withAliases(listAssets(before), `${before}/model/assets`),
    ...withAliases(getClusterInfo(before), `${before}/model/clusterInfo`),
    ...withAliases(getConfigs(before), `${before}/model/getConfigs`),
    getHealth(before),
  ],
});
