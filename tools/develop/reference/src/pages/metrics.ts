import { describeMetrics } from '@costplane/cli';
import { page } from '../generated.ts';
import { code, list, plain, table } from '../markdown.ts';

type Metrics = ReturnType<typeof describeMetrics>['service'];

/** What the service and the receiver show of themselves. */
export function metricsPage(): string {
  const { service, receiver } = describeMetrics();
  return page(
    'Metrics',
    'the registries of both processes',
    'In the text format of Prometheus at `/metrics` of the management port. Beside these each ' +
      'process has the `process_*` and `nodejs_*` metrics that prom-client gathers by default. A ' +
      'histogram has the series `_bucket`, `_sum` and `_count`.',
    '## Service',
    'Of `costplane serve` and `start`; by default on 127.0.0.1:9464.',
    metricsTable(service),
    '## Receiver',
    'Of `costplane ingest --listen`; by default on 127.0.0.1:9465.',
    metricsTable(receiver),
  );
}

const metricsTable = (metrics: Metrics) =>
  table(
    ['Metric', 'Type', 'Labels', 'Is'],
    metrics.map(({ name, type, labels, help }) => [
      code(name),
      type,
      list(labels.map(code)),
      plain(help),
    ]),
  );
