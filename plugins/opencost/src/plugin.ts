import { definePlugin } from '@costplane/plugin-api';
import { opencostConfig, type Prefix } from './config.ts';
import { getAllocation, getAllocationSummary } from './routes/get-allocation.ts';
import { getClusterInfo, getConfigs, getHealth } from './routes/get-installation.ts';
import { listAssets } from './routes/list-assets.ts';
import { tag, withAliases } from './routes/opencost-route.ts';
import { ledgerTables, stateTables } from './tables.ts';

/** OpenCost's read API over the ledger. */
export const opencostPlugin = definePlugin({
  id: 'opencost',
  sharedScopes: { 'cost_explorer:read': 'The cost explorer and the FOCUS export' },
  config: opencostConfig,
  tables: stateTables,
  ledgerTables,
  tags: { [tag]: "OpenCost's API: `{code, status, data}`, amounts as JSON numbers." },
  routes: (config) => {
    const prefix = config.prefix as Prefix;
    const [allocation, model] = [`${prefix}/allocation`, `${prefix}/model`] as const;
    return [
      ...withAliases(getAllocation(prefix), `${allocation}/compute`, `${model}/allocation`),
      ...withAliases(getAllocationSummary(prefix), `${model}/allocation/summary`),
      ...withAliases(listAssets(prefix), `${model}/assets`),
      ...withAliases(getClusterInfo(prefix), `${model}/clusterInfo`),
      ...withAliases(getConfigs(prefix), `${model}/getConfigs`),
      getHealth(prefix),
    ];
  },
});
