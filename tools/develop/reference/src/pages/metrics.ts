import { describeMetrics } from '@costplane/cli';
import { page } from '../generated.ts';
import { code, list, plain, table } from '../markdown.ts';

type Metrics = ReturnType<typeof describeMetrics>['service'];

/** The metrics that the service and the receiver expose. */
export function metricsPage(): string {
  const { service, receiver } = describeMetrics();
  return page(
    'Metrics',
    'the registries of both processes',
    'In the text format of Prometheus at `/metrics` of the management port. In addition, each ' +
      'process has the `process_*` and `nodejs_*` metrics that prom-client collects by default. A ' +
      'histogram has the series `_bucket`, `_sum` and `_count`.',
    '## Service',
    'Exposed by `costplane serve` and `start`, by default on 127.0.0.1:9464.',
    metricsTable(service),
    '## Receiver',
    'Exposed by `costplane ingest --listen`, by default on 127.0.0.1:9465.',
    metricsTable(receiver),
  );
}

const metricsTable = (metrics: Metrics) =>
  table(
    ['Metric', 'Type', 'Labels', 'Description'],
    metrics.map(({ name, type, labels, help }) => [
      code(name),
      type,
      list(labels.map(code)),
      plain(help),
    ]),
  );
