/** The tables with the current objects of a cluster. */
export type StateTable =
  'nodes' | 'namespaces' | 'workloads' | 'pods' | 'containers' | 'persistent_volumes';

export const stateTables: readonly StateTable[] = [
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'persistent_volumes',
];

interface Figure {
  name: string;
  type: 'numeric' | 'bigint';
}

const usage: readonly Figure[] = [
  { name: 'cpu_used_cores', type: 'numeric' },
  { name: 'memory_used_bytes', type: 'bigint' },
];
const costs: readonly Figure[] = [
  { name: 'compute_cpu_hourly', type: 'numeric' },
  { name: 'compute_ram_hourly', type: 'numeric' },
  { name: 'compute_gpu_hourly', type: 'numeric' },
];

/**
 * Figures change with almost every snapshot. The other columns of a snapshot are the facts of an
 * object: they stay the same for hours, and are only written when they change.
 */
export const figuresByTable: Record<StateTable, readonly Figure[]> = {
  nodes: [
    ...usage,
    { name: 'gpu_utilization_percent', type: 'numeric' },
    { name: 'gpu_memory_used_bytes', type: 'bigint' },
  ],
  namespaces: [],
  workloads: [],
  pods: [...usage, ...costs],
  containers: [],
  persistent_volumes: [],
};
