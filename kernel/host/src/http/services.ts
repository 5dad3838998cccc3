import { type KeyStore } from '../auth/key-store.ts';
import { type Clock, type Logger } from '@costplane/plugin-api';
import { type SharedPools } from '@costplane/reader';
import { type CursorCodec } from '../pagination/cursor.ts';
import { type RateLimitStore } from '../rate-limit/store.ts';
import { type Deadlines } from './deadlines.ts';
import { type StreamLimits } from './steps/stream-file.ts';
import { type Metrics } from '../telemetry/metrics.ts';
import { type UnsentBodies } from './unsent-bodies.ts';

/** What the steps of the pipeline work with. */
export interface PipelineServices {
  readonly clock: Clock;
  readonly keys: KeyStore;
  readonly rateLimits: RateLimitStore;
  readonly cursors: CursorCodec;
  readonly pools: SharedPools;
  /** How long a request may read history. */
  readonly ledgerTimeoutSeconds: number;
  readonly deadlines: Deadlines;
  readonly streamLimits: StreamLimits;
  readonly unsentBodies: UnsentBodies;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** While the service stops, clients are told to come back over another connection. */
  readonly state: { readonly isStopping: boolean };
}
