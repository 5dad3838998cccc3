import { type ServiceConfig } from '../../config/config-schema.ts';

/** Time limits for both sides of a streamed file. */
export interface StreamLimits {
  /** A file that produces nothing for this long is aborted. Longer than the client's limit. */
  readonly silentForSeconds: number;
  /** A client that reads nothing for this long is disconnected, since it holds a database connection. */
  readonly stalledAfterMs: number;
  /** Lowest average rate of a client, once the file has waited for it for `graceMs`. */
  readonly minBytesPerSecond: number;
  readonly graceMs: number;
}

/** The limits of every file. */
export const streamLimits = ({
  exportMinBytesPerSecond,
  exportGraceSeconds,
}: Fairness): StreamLimits => ({
  silentForSeconds: 60,
  stalledAfterMs: 60_000,
  minBytesPerSecond: exportMinBytesPerSecond,
  graceMs: exportGraceSeconds * 1000,
});

type Fairness = Pick<ServiceConfig['fairness'], 'exportMinBytesPerSecond' | 'exportGraceSeconds'>;
