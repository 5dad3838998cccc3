import { defineRoute } from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { describeTime, type Time, timeFields } from '../answers/time.ts';
import { round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import { type Caller, readLedger, type Row, selectRows } from '../ledger/read-ledger.ts';
import { type AssetQuery, assetQuery, assetTypes } from '../question/parameters.ts';
import { chooseSets } from '../question/window.ts';
import { historyRoute, withWarning } from './opencost-route.ts';

const assetSchema = namedObject(
  'OpencostAsset',
  'A node, or the volumes or the control plane of a cluster.',
  {
    type: oneOf(assetTypes, { description: 'Type of the asset.' }),
    properties: Type.Object(
      {
        cluster: text('Name of the cluster.'),
        name: text('Name of a node; otherwise the type.'),
        providerID: text('Uid of a node; otherwise empty.'),
      },
      { description: 'Name and location.' },
    ),
    ...timeFields,
    nodeType: text('Instance type of a node; otherwise empty.'),
    cpuCost: Type.Number({ description: 'Cost of CPU; 0 unless it is a node.' }),
    gpuCost: Type.Number({ description: 'Cost of GPUs; 0 unless it is a node.' }),
    ramCost: Type.Number({ description: 'Cost of memory; 0 unless it is a node.' }),
    totalCost: Type.Number({ description: 'Total cost.' }),
  },
);
type Asset = Static<typeof assetSchema>;

const clusterColumns = [sql<string>`cluster.name`];
const nodeColumns = [
  ...clusterColumns,
  sql<string>`unit.name`,
  sql`unit.node_uid`,
  // A node of which two types were reported is one asset.
  sql`max(unit.instance_type) over (partition by unit.set_number, unit.cluster_id, unit.node_uid)`,
];

const assets = Type.Record(Type.String(), assetSchema, { description: 'Assets by name.' });

const assetRoute = {
  ...historyRoute,
  path: '/assets',
  summary: 'List assets (OpenCost)',
  description: 'Nodes, and the volumes and the control plane of each cluster, over whole days.',
  query: assetQuery,
  ignoredQuery: [
    ...historyRoute.ignoredQuery,
    'aggregate',
    'includeIdle',
    'step',
    'accumulate',
    'accumulateBy',
  ],
} as const;

export const listAssets = defineRoute({
  ...assetRoute,
  operationId: 'opencostListAssets',
  response: withWarning(assets),
  handler: readAssets,
});

/** As Kubecost does: sets in an array. */
export const listAssetSets = defineRoute({
  ...assetRoute,
  operationId: 'opencostListAssetSets',
  response: withWarning(Type.Array(assets, { description: 'The assets of the window.' })),
  async handler(context) {
    const { data, ...warning } = await readAssets(context);
    return { data: [data], ...warning };
  },
});

function readAssets(caller: Caller & { readonly query: AssetQuery }) {
  const { query, now } = caller;
  const window = chooseSets(query, true, now);
  return readLedger(caller, window, async (view) => {
    const nodes = await selectRows(view, 'node', nodeColumns, { shareIdle: true });
    const bills = await selectRows(view, 'cluster', clusterColumns);
    const time = describeTime(window, view.covered);
    const all = [
      ...nodes(0).rows.map((row) => toAsset('Node', row, sumCompute(row), time)),
      ...bills(0).rows.flatMap((row) => [
        toAsset('Disk', row, row.storage, time),
        toAsset('ClusterManagement', row, row.management, time),
      ]),
    ];
    const listed = all.filter(({ type }) => query.filterTypes?.includes(type) ?? true);
    const data = Object.fromEntries(listed.map((asset) => [nameAsset(asset), asset]));
    return { data, ...view.warning };
  });
}

/** The price of a node is split in proportion to the direct costs on it. */
function toAsset(type: Asset['type'], row: Row, cost: number, time: Time): Asset {
  const [cluster = '', name = type, providerID = '', nodeType = ''] = row.values;
  const { cpu, gpu, memory } = splitLikeCompute(type === 'Node' ? cost : 0, row);
  return {
    type,
    properties: { cluster, name, providerID },
    ...time,
    nodeType,
    cpuCost: round(cpu),
    gpuCost: round(gpu),
    ramCost: round(memory),
    totalCost: round(cost),
  };
}

const nameAsset = ({ type, properties: { cluster, name, providerID } }: Asset) =>
  [cluster, type, name, providerID].filter((part) => part !== '').join('/');
