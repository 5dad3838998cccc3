import { named, oneOf, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type AssetRow, type MachineRow } from '../queries/read-assets.ts';
import { hourMs, minuteMs, type Window } from '../question/window.ts';
import { windowSchema } from './allocation.ts';
import { nothing, round, splitLikeCompute, toFigures } from './sums.ts';
import { toWindow } from './to-allocation.ts';

export const assetTypes = ['Node', 'Disk', 'ClusterManagement'] as const;
export type AssetType = (typeof assetTypes)[number];

const amount = (description: string) => Type.Number({ description });
const ofNodes = (description: string) => Type.Optional(amount(`${description}; of nodes.`));
const none = ofNodes('Always 0: the history does not hold it');
const breakdown = Type.Optional(
  Type.Object({ idle: none, other: none, system: none, user: none }, { description: 'Of nodes.' }),
);

export const assetSchema = named(
  'OpencostAsset',
  Type.Object({
    type: oneOf(assetTypes, { description: 'What it is.' }),
    properties: Type.Object(
      {
        category: text('Compute, Storage or Management.'),
        service: text('Always Kubernetes.'),
        cluster: text('Name of the cluster.'),
        name: text('Name of the node; of others their type.'),
        providerID: text('Uid of the node; of others empty.'),
      },
      { description: 'What and where it is.' },
    ),
    labels: Type.Record(Type.String(), Type.String(), { description: 'Always empty.' }),
    window: windowSchema,
    start: text('When the history of the window begins.'),
    end: text('When the history of the window ends.'),
    minutes: amount('From start to end.'),
    nodeType: Type.Optional(text('Instance type; of nodes.')),
    cpuCores: ofNodes('Cores'),
    ramBytes: ofNodes('Bytes of memory'),
    cpuCoreHours: ofNodes('Cores over the minutes'),
    ramByteHours: ofNodes('Bytes over the minutes'),
    GPUHours: none,
    gpuCount: none,
    cpuBreakdown: breakdown,
    ramBreakdown: breakdown,
    preemptible: ofNodes('1 of spot nodes, else 0'),
    discount: none,
    cpuCost: ofNodes('Cost of CPU'),
    gpuCost: ofNodes('Cost of GPUs'),
    ramCost: ofNodes('Cost of memory'),
    adjustment: Type.Number({ description: 'Always 0.' }),
    totalCost: amount('What it cost.'),
  }),
  'What was paid for: a node, or of a cluster its volumes or its control plane.',
);
export type Asset = Static<typeof assetSchema>;

const base = (row: AssetRow, type: AssetType, category: string, set: Window, lasting: Window) => ({
  type,
  properties: {
    category,
    service: 'Kubernetes',
    cluster: row.cluster,
    name: row.name ?? type,
    providerID: row.node_uid ?? '',
  },
  labels: {},
  window: toWindow(set),
  ...toWindow(lasting),
  minutes: round((lasting.end - lasting.start) / minuteMs),
  adjustment: 0,
});

/** A node: its price is split as it is now, or like what ran on it where that is not known. */
export function toNode(
  row: AssetRow,
  machine: MachineRow | undefined,
  set: Window,
  lasting: Window,
): Asset {
  const figures = toFigures(row);
  const cost = figures.cpu + figures.memory + figures.gpu + figures.idle;
  const now = {
    ...nothing,
    cpu: Number(machine?.compute_cpu_hourly),
    memory: Number(machine?.compute_ram_hourly),
    gpu: Number(machine?.compute_gpu_hourly),
  };
  const split = splitLikeCompute(cost, now.cpu + now.memory + now.gpu > 0 ? now : figures);
  const hours = (lasting.end - lasting.start) / hourMs;
  const [cpuCores, ramBytes] = [
    Number(machine?.cpu_total_cores ?? 0),
    machine?.memory_total_bytes ?? 0,
  ];
  const unknown = { idle: 0, other: 0, system: 0, user: 0 };
  return {
    ...base(row, 'Node', 'Compute', set, lasting),
    nodeType: row.instance_type ?? '',
    cpuCores,
    ramBytes,
    cpuCoreHours: round(cpuCores * hours),
    ramByteHours: round(ramBytes * hours),
    GPUHours: 0,
    gpuCount: 0,
    cpuBreakdown: unknown,
    ramBreakdown: unknown,
    preemptible: row.capacity_type === 'spot' ? 1 : 0,
    discount: 0,
    cpuCost: round(split.cpu),
    gpuCost: round(split.gpu),
    ramCost: round(split.memory),
    totalCost: round(cost),
  };
}

/** The volumes and the control plane of a cluster. */
export function toOthers(row: AssetRow, set: Window, lasting: Window): Asset[] {
  const { storage, management } = toFigures(row);
  return [
    { ...base(row, 'Disk', 'Storage', set, lasting), totalCost: round(storage) },
    { ...base(row, 'ClusterManagement', 'Management', set, lasting), totalCost: round(management) },
  ];
}
