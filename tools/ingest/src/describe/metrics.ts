import type { Snapshot } from '../snapshot-schema.ts';

/** Without metrics-server no usage is known, whatever figures an agent still carries along. */
export function areMetricsAvailable({ summary }: Snapshot): boolean {
  return summary?.metrics_available !== false;
}
