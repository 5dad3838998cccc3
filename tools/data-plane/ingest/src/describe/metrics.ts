import { type Snapshot } from '../snapshot-schema.ts';

/**
 * Without metrics-server no usage is known, even if an agent still reports old values. Agents
 * detect it from the usage of nodes, so a report without nodes has no metrics.
 */
export function areMetricsAvailable({ summary, nodes }: Snapshot): boolean {
  return summary?.metrics_available !== false || nodes.length === 0;
}
