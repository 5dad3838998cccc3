import { type Snapshot } from '../snapshot-schema.ts';

/**
 * Without metrics-server no usage is known, whatever figures an agent still carries along. The
 * agent tells it from the usage of nodes, so a report without nodes does not know.
 */
export function areMetricsAvailable({ summary, nodes }: Snapshot): boolean {
  return summary?.metrics_available !== false || nodes.length === 0;
}
