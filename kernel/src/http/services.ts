import { type KeyStore } from '../auth/key-store.ts';
import { type Clock, type Logger } from '../container/tokens.ts';
import { type Ledger } from '../database/ledger.ts';
import { type TenantDatabases } from '../database/tenant-databases.ts';
import { type CursorCodec } from '../pagination/cursor.ts';
import { type RateLimitStore } from '../rate-limit/store.ts';
import { type Deadlines } from './deadlines.ts';
import { type Metrics } from '../telemetry/metrics.ts';

/** What the steps of the pipeline work with. */
export interface PipelineServices {
  readonly clock: Clock;
  readonly keys: KeyStore;
  readonly rateLimits: RateLimitStore;
  readonly cursors: CursorCodec;
  readonly databases: TenantDatabases;
  readonly ledger: Ledger;
  /** How long a request may read history. */
  readonly ledgerTimeoutSeconds: number;
  readonly deadlines: Deadlines;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** While the service stops, clients are told to come back over another connection. */
  readonly state: { readonly isStopping: boolean };
}
