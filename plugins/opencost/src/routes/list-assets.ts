import { defineRoute } from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { describeTime, type Time, timeFields } from '../answers/time.ts';
import { round, splitLikeCompute, sumCompute } from '../ledger/figures.ts';
import { readLedger, type Row, selectRows } from '../ledger/read-ledger.ts';
import { assetQuery } from '../question/parameters.ts';
import { chooseSets } from '../question/window.ts';
import { historyRoute } from './opencost-route.ts';

const types = ['Node', 'Disk', 'ClusterManagement'] as const;
const assetSchema = namedObject(
  'OpencostAsset',
  'What was paid for: a node, or of a cluster its volumes or its control plane.',
  {
    type: oneOf(types, { description: 'What it is.' }),
    properties: Type.Object(
      {
        cluster: text('Name of the cluster.'),
        name: text('Name of the node; of others their type.'),
        providerID: text('Uid of the node; of others empty.'),
      },
      { description: 'What and where it is.' },
    ),
    ...timeFields,
    nodeType: text('Instance type of the node; of others empty.'),
    cpuCost: Type.Number({ description: 'Of a node, the cost of CPU.' }),
    gpuCost: Type.Number({ description: 'Of a node, the cost of GPUs.' }),
    ramCost: Type.Number({ description: 'Of a node, the cost of memory.' }),
    totalCost: Type.Number({ description: 'What it cost.' }),
  },
);
type Asset = Static<typeof assetSchema>;

const clusterColumns = [sql<string>`cluster.name`];
const nodeColumns = [
  ...clusterColumns,
  sql<string>`unit.name`,
  sql`unit.node_uid`,
  sql`unit.instance_type`,
];

export const listAssets = defineRoute({
  ...historyRoute,
  operationId: 'opencostListAssets',
  path: '/assets',
  summary: 'What was paid for (OpenCost)',
  description: 'Nodes, and of each cluster its volumes and its control plane, by whole days.',
  query: assetQuery,
  response: Type.Array(Type.Record(Type.String(), assetSchema), {
    description: 'A set for each step, in order: assets by their names.',
  }),

  async handler(context) {
    const { query, now } = context;
    const wanted = query.filterTypes?.split(',') ?? types;
    return readLedger(context, chooseSets(query, true, now), async (view) => {
      const nodes = await selectRows(view, 'node', nodeColumns);
      const bills = await selectRows(view, 'cluster', clusterColumns);
      return view.sets.map((set, index) => {
        const time = describeTime(set, view.covered);
        const assets = [
          ...nodes(index).rows.map((row) => toAsset('Node', row, sumCompute(row), time)),
          ...bills(index).rows.flatMap((row) => [
            toAsset('Disk', row, row.storage, time),
            toAsset('ClusterManagement', row, row.management, time),
          ]),
        ];
        const listed = assets.filter(({ type }) => wanted.includes(type));
        return Object.fromEntries(listed.map((asset) => [nameAsset(asset), asset]));
      });
    });
  },
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
