import { named, oneOf, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type AssetRow } from '../queries/read-assets.ts';
import { type Window } from '../question/window.ts';
import { round, splitLikeCompute, toFigures } from './figures.ts';
import { describeTime, timeFields } from './time.ts';

const assetTypes = ['Node', 'Disk', 'ClusterManagement'] as const;
const ofNodes = (description: string) =>
  Type.Optional(Type.Number({ description: `${description}; of nodes.` }));

export const assetSchema = named(
  'OpencostAsset',
  Type.Object({
    type: oneOf(assetTypes, { description: 'What it is.' }),
    properties: Type.Object(
      {
        cluster: text('Name of the cluster.'),
        name: text('Name of the node; of others their type.'),
        providerID: text('Uid of the node; of others empty.'),
      },
      { description: 'What and where it is.' },
    ),
    ...timeFields,
    nodeType: Type.Optional(text('Instance type; of nodes.')),
    preemptible: ofNodes('1 of spot nodes, else 0'),
    cpuCost: ofNodes('Cost of CPU'),
    gpuCost: ofNodes('Cost of GPUs'),
    ramCost: ofNodes('Cost of memory'),
    totalCost: Type.Number({ description: 'What it cost.' }),
  }),
  'What was paid for: a node, or of a cluster its volumes or its control plane.',
);
export type Asset = Static<typeof assetSchema>;

/** A node, whose price is split like what ran on it; of a cluster its volumes and its control plane. */
export function toAssets(row: AssetRow, set: Window, covered: Window | undefined): Asset[] {
  const { fields } = describeTime(set, covered);
  const { cluster, node_uid: providerID = '' } = row;
  const figures = toFigures(row);
  const toAsset = (type: Asset['type'], name: string, cost: number): Asset => ({
    type,
    properties: { cluster, name, providerID },
    ...fields,
    totalCost: round(cost),
  });
  if (row.name === undefined) {
    return [
      toAsset('Disk', 'Disk', figures.storage),
      toAsset('ClusterManagement', 'ClusterManagement', figures.management),
    ];
  }
  const cost = figures.cpu + figures.memory + figures.gpu + figures.idle;
  const split = splitLikeCompute(cost, figures);
  return [
    {
      ...toAsset('Node', row.name, cost),
      nodeType: row.instance_type,
      preemptible: Number(row.capacity_type === 'spot'),
      cpuCost: round(split.cpu),
      gpuCost: round(split.gpu),
      ramCost: round(split.memory),
    },
  ];
}
