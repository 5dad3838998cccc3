import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Outcome } from './messages.ts';
import { type AdmissionControl } from './admission-control.ts';

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Metrics of the receiver, in the text format of Prometheus. */
export interface Metrics {
  /** Counts every response; `reason` is a short name from a fixed list. */
  answered(status: number, reason: string): void;
  stored(outcome: Outcome, seconds: { waiting: number; applying: number }): void;
  workerRestarted(): void;
  /** Counts clusters whose pending reports were folded, or could not be. */
  folded(outcome: 'done' | 'failed', seconds: number): void;
  readonly registry: Registry;
}

export function createMetrics(admission: Pick<AdmissionControl, 'count' | 'bytes'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `costplane_receiver_${name}`, help, labelNames, registers });
  const histogram = (name: string, help: string) =>
    new Histogram({
      name: `costplane_receiver_${name}`,
      help,
      registers,
      buckets: bucketsSeconds,
    });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `costplane_receiver_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });

  const requests = counter('requests_total', 'Requests answered, by status and reason.', [
    'status',
    'reason',
  ]);
  const snapshots = counter(
    'snapshots_total',
    'Snapshots that were applied, or are a duplicate of an applied one.',
    ['outcome'],
  );
  const pods = counter('pods_total', 'Pods in the applied snapshots.');
  const bytes = counter(
    'decompressed_bytes_total',
    'JSON bytes of the snapshots that were applied or are a duplicate.',
  );
  const cutValues = counter(
    'cut_values_total',
    'Labels and texts of snapshots that exceeded the storage limits and were truncated.',
  );
  const restarts = counter('worker_restarts_total', 'Workers that exited and were replaced.');
  const folds = counter(
    'folds_total',
    'Clusters whose pending reports were folded into the hourly and daily rows of the ledger, or ' +
      'could not be.',
    ['outcome'],
  );
  const folding = histogram('folding_seconds', 'Time to fold the pending reports of a cluster.');
  const waiting = histogram(
    'waiting_seconds',
    'Time from the end of a body until its processing starts.',
  );
  const applying = histogram(
    'applying_seconds',
    'Time from the start of processing until the commit.',
  );
  gauge(
    'queue_length',
    'Reports that are being read, waiting or being applied.',
    () => admission.count,
  );
  gauge(
    'queue_bytes',
    'Bytes of the bodies of reports that are being read, waiting or being applied.',
    () => admission.bytes,
  );
  return {
    answered(status, reason) {
      requests.inc({ status, reason });
    },
    stored(outcome, seconds) {
      snapshots.inc({ outcome: outcome.status });
      bytes.inc(outcome.bytes);
      cutValues.inc(outcome.cut?.count ?? 0);
      if (outcome.status === 'applied') pods.inc(outcome.pods);
      waiting.observe(seconds.waiting);
      applying.observe(seconds.applying);
    },
    workerRestarted() {
      restarts.inc();
    },
    folded(outcome, seconds) {
      folds.inc({ outcome });
      folding.observe(seconds);
    },
    registry,
  };
}
