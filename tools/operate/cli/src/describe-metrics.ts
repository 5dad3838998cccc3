import { createMetrics as createReceiverMetrics } from '@costplane/ingest/receiver';
import { createMetrics as createServiceMetrics, type MetricDescription } from '@costplane/kernel';

/** What `serve` and `ingest --listen` show of themselves on their management ports. */
export const describeMetrics = (): {
  service: MetricDescription[];
  receiver: MetricDescription[];
} => ({
  service: createServiceMetrics().describe(),
  receiver: createReceiverMetrics({ count: 0, bytes: 0 }).describe(),
});
