import {
  namedObject,
  oneOf,
  timestamp,
  toCpuUse,
  toMemoryUse,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NodeDay } from '../queries/select-node-days.ts';
import { type NodeRow } from '../queries/select-nodes.ts';
import { timeframes } from '../timeframe.ts';
import { coreCount, nullableCount, nullableNumber } from './amounts.ts';

const pointSchema = Type.Object({
  timestamp: timestamp('Start of the UTC day, or time of the newest report.'),
  cpu_usage: nullableNumber('CPU usage in cores.'),
  cpu_capacity: coreCount('CPU capacity in cores.'),
  memory_usage_bytes: nullableCount('Memory usage in bytes.'),
  memory_capacity_bytes: Type.Integer({ minimum: 0, description: 'Memory capacity in bytes.' }),
  cpu_usage_percent: nullableNumber('Usage relative to capacity, in percent with two decimals.'),
  memory_usage_percent: nullableNumber('Usage relative to capacity, in percent with two decimals.'),
});

export const nodeMetricsSchema = namedObject('LegacyNodeMetrics', 'Usage of a node over time.', {
  node_uid: uuid('Kubernetes uid of the node.'),
  cluster_id: uuid('Id of the cluster.'),
  timeframe: oneOf(timeframes, { description: 'Length of the timeframe.' }),
  data_points: Type.Array(pointSchema, {
    description:
      'In chronological order: each UTC day of the timeframe with the average usage of its containers (time ' +
      'without metrics counts as no usage), then the newest report with the usage of the node. Empty without metrics.',
  }),
});

/** One day of the history as a point. */
export const toDayPoint = (node: NodeRow, { timestamp: at, ...used }: NodeDay) =>
  toPoint(node, at, used.cpu_usage, used.memory_usage_bytes);

/** The newest report as a point, if it has usage and lies within the timeframe. */
export function toNewestPoint(node: NodeRow, start: Date): Static<typeof pointSchema>[] {
  const { last_seen_at: at, cpu_used_cores: cpu, memory_used_bytes: memory } = node;
  if ((cpu === null && memory === null) || Date.parse(at) < start.getTime()) return [];
  return [toPoint(node, at, cpu, memory)];
}

function toPoint(
  node: NodeRow,
  at: string,
  cpu: string | null,
  memory: number | null,
): Static<typeof pointSchema> {
  const { cpu_total_cores: cores, memory_total_bytes: bytes } = node;
  return {
    timestamp: at,
    cpu_usage: cpu === null ? null : Number(cpu),
    cpu_capacity: Number(cores),
    memory_usage_bytes: memory,
    memory_capacity_bytes: bytes,
    cpu_usage_percent: toCpuUse(cpu, cores).utilization_percent ?? null,
    memory_usage_percent: toMemoryUse(memory, bytes).utilization_percent ?? null,
  };
}
