import { type Registry } from 'prom-client';

/** What a metric is called and means, without its values. */
export interface MetricDescription {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly labels: readonly string[];
}

/** The product's own metrics of a registry by name; not those that prom-client brings. */
export function describeMetrics(registry: Registry): MetricDescription[] {
  return registry
    .getMetricsAsArray()
    .map((metric) => metric as typeof metric & { readonly labelNames: readonly string[] })
    .filter(({ name }) => name.startsWith('costplane_'))
    .map(({ name, type, help, labelNames }) => ({
      name,
      type: String(type) as MetricDescription['type'],
      help,
      labels: [...labelNames],
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
