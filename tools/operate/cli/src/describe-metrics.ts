import { createMetrics as createReceiverMetrics } from '@costplane/ingest/receiver';
import { createMetrics as createServiceMetrics } from '@costplane/kernel';

/** The metrics that `serve` and `ingest --listen` expose on their management ports. */
export const describeMetrics = () => ({
  service: describeRegistry(createServiceMetrics()),
  receiver: describeRegistry(createReceiverMetrics({ count: 0, bytes: 0 })),
});

/** The names of the product's metrics, without values and without the defaults of prom-client. */
const describeRegistry = ({
  registry,
}: Pick<ReturnType<typeof createServiceMetrics>, 'registry'>) =>
  registry
    .getMetricsAsArray()
    .map((metric) => metric as typeof metric & { readonly labelNames: readonly string[] })
    .filter(({ name }) => name.startsWith('costplane_'))
    .map(({ name, type, help, labelNames }) => ({
      name,
      type: String(type),
      help,
      labels: labelNames,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
