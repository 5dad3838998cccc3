import { type ServiceConfig } from '../../config/config-schema.ts';

/** How long either side of a file may keep the other waiting. */
export interface StreamLimits {
  /** A file that gives nothing for so long is broken off. More than the client's time. */
  readonly silentForSeconds: number;
  /** A client that takes nothing for so long is cut off: it holds a connection to the database. */
  readonly stalledAfterMs: number;
  /** So is one that takes less on average, once it has kept the file waiting for `graceMs`. */
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
