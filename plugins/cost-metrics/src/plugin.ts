import { definePlugin } from '@costplane/plugin-api';
import { metricsConfig } from './config.ts';
import { getCostMetrics } from './routes/get-cost-metrics.ts';
import { metricsTables } from './tables.ts';

/** Costs as metrics that Prometheus scrapes. */
export const costMetricsPlugin = definePlugin({
  id: 'cost-metrics',
  scopes: { 'metrics:read': 'Costs as metrics for Prometheus' },
  config: metricsConfig,
  tables: metricsTables,
  tags: { 'Cost metrics': 'Costs in the text formats of Prometheus.' },
  routes: (config) => [getCostMetrics(config)],
});
