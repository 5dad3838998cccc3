import { routesOver } from '@costplane/plugin-api';
import { named, oneOf, text } from '@costplane/plugin-api/schema';
import { type RawBuilder, sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { round, splitLikeCompute, sumCompute } from '../answers/figures.ts';
import { describeTime, timeFields } from '../answers/time.ts';
import { type Row, selectRows } from '../ledger/select-rows.ts';
import { type OpencostRows } from '../tables.ts';
import { type Source } from '../ledger/units.ts';
import { readView } from '../ledger/view.ts';
import { assetQuery, ignoredQuery } from '../question/parameters.ts';
import { chooseSets } from '../question/question.ts';
import { historyErrors, opencostRoute, type Prefix } from './opencost-route.ts';

/** A kind of asset: the rows of the ledger that are its figures, and what of them it costs. */
interface Kind {
  readonly source: Source;
  /** The name of its cluster; its own name, id and type, if it is a node. */
  readonly values: readonly RawBuilder<string>[];
  readonly cost: (row: Row) => number;
}

const ofCluster = { source: 'cluster', values: [sql<string>`cluster.name`] } as const;
const kinds: Readonly<Record<string, Kind>> = {
  Node: {
    source: 'node',
    values: [sql`cluster.name`, sql`unit.name`, sql`unit.node_uid`, sql`unit.instance_type`],
    cost: sumCompute,
  },
  Disk: { ...ofCluster, cost: (row) => row.storage },
  ClusterManagement: { ...ofCluster, cost: (row) => row.management },
};

const assetSchema = named(
  'OpencostAsset',
  Type.Object({
    type: oneOf(Object.keys(kinds), { description: 'What it is.' }),
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
  }),
  'What was paid for: a node, or of a cluster its volumes or its control plane.',
);
type Asset = Static<typeof assetSchema>;

export const listAssets = (prefix: Prefix) =>
  routesOver<OpencostRows>()({
    ...opencostRoute,
    operationId: 'opencostListAssets',
    path: `${prefix}/assets`,
    summary: 'What was paid for (OpenCost)',
    description: 'Nodes, and of each cluster its volumes and its control plane, by whole days.',
    query: assetQuery,
    ignoredQuery,
    response: Type.Array(Type.Record(Type.String(), assetSchema), {
      description: 'A set for each step, in order: assets by their names.',
    }),
    errors: historyErrors,

    async handler(context) {
      const { query, now } = context;
      const windows = chooseSets(query, true, now);
      const types = query.filterTypes?.split(',') ?? Object.keys(kinds);
      return readView(context, windows, async (view) => {
        const found: { readonly type: string; readonly kind: Kind; readonly row: Row }[] = [];
        for (const [type, kind] of Object.entries(kinds)) {
          if (!types.includes(type)) continue;
          const rows = await selectRows(view, kind.source, kind.values);
          for (const row of rows) if (row.name !== null) found.push({ type, kind, row });
        }
        return windows.map((window, index) => {
          const time = describeTime(window, view.covered);
          const assets = found
            .filter(({ row }) => row.set_number === index + 1)
            .map(({ type, kind, row }) => toAsset(type, row, kind.cost(row), time));
          return Object.fromEntries(assets.map((asset) => [nameAsset(asset), asset]));
        });
      });
    },
  });

/** The price of a node is split like what ran on it. */
function toAsset(
  type: string,
  row: Row,
  cost: number,
  time: ReturnType<typeof describeTime>,
): Asset {
  const [cluster = '', name = type, providerID = '', nodeType = ''] = row.values;
  const { cpu, gpu, memory } = splitLikeCompute(providerID === '' ? 0 : cost, row);
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
