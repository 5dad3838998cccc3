import { defineRoute } from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { describeTime, type Time, timeFields } from '../answers/time.ts';
import { round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import { type Caller, readLedger, type Row, selectRows } from '../ledger/read-ledger.ts';
import {
  assetQuery,
  assetSetsQuery,
  invalidParameter,
  type SetsQuery,
} from '../question/parameters.ts';
import { chooseSets } from '../question/window.ts';
import { historyRoute, withWarning } from './opencost-route.ts';

const types = ['Node', 'Disk', 'ClusterManagement'] as const;
const assetSchema = namedObject(
  'OpencostAsset',
  'A node, or the volumes or the control plane of a cluster.',
  {
    type: oneOf(types, { description: 'Type of the asset.' }),
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

const assetRoute = {
  ...historyRoute,
  ignoredQuery: [...historyRoute.ignoredQuery, 'aggregate', 'includeIdle'],
  summary: 'List assets (OpenCost)',
  description: 'Nodes, and the volumes and the control plane of each cluster, over whole days.',
};
const assets = Type.Record(Type.String(), assetSchema, { description: 'Assets by name.' });

/** As OpenCost does: the whole window at once. */
export const listAssets = defineRoute({
  ...assetRoute,
  operationId: 'opencostListAssets',
  path: '/assets',
  query: assetQuery,
  ignoredQuery: [...assetRoute.ignoredQuery, 'step', 'accumulate', 'accumulateBy'],
  response: withWarning(assets),
  async handler(context) {
    const { window, filterTypes } = context.query;
    const question = { window, accumulate: 'all' } as const;
    const { data, ...warning } = await readAssets(context, question, filterTypes);
    return { data: data[0] ?? {}, ...warning };
  },
});

/** As Kubecost does. */
export const listAssetSets = defineRoute({
  ...assetRoute,
  operationId: 'opencostListAssetSets',
  path: '/assets',
  query: assetSetsQuery,
  response: withWarning(
    Type.Array(assets, {
      description: 'One set of assets by name per step, in chronological order.',
    }),
  ),
  handler: (context) => readAssets(context, context.query, context.query.filterTypes),
});

function readAssets(caller: Caller, question: SetsQuery, filterTypes: string | undefined) {
  const wanted = parseTypes(filterTypes);
  return readLedger(caller, chooseSets(question, true, caller.now), async (view) => {
    const nodes = await selectRows(view, 'node', nodeColumns, { shareIdle: true });
    const bills = await selectRows(view, 'cluster', clusterColumns);
    const data = view.sets.map((set, index) => {
      const time = describeTime(set, view.covered);
      const all = [
        ...nodes(index).rows.map((row) => toAsset('Node', row, sumCompute(row), time)),
        ...bills(index).rows.flatMap((row) => [
          toAsset('Disk', row, row.storage, time),
          toAsset('ClusterManagement', row, row.management, time),
        ]),
      ];
      const listed = all.filter(({ type }) => wanted.includes(type));
      return Object.fromEntries(listed.map((asset) => [nameAsset(asset), asset]));
    });
    return { data, ...view.warning };
  });
}

/** The types in `filterTypes`, in any case. */
const parseTypes = (text: string = types.join()) =>
  text.split(',').map((part) => {
    const type = types.find((one) => one.toLowerCase() === part.trim().toLowerCase());
    if (type !== undefined) return type;
    throw invalidParameter('filterTypes', `must be one of ${types.join(', ')}`);
  });

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
