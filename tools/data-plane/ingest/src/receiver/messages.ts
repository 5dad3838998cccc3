import { type CutValues } from '../cut-long-values.ts';
import { type Agent } from './agent-tokens.ts';
import { type Quota, type RefusalDetails } from './refusal.ts';

/** What a worker is made for. */
export interface WorkerTask {
  /** URLs by the names of the databases; they hold passwords. */
  readonly databases: Readonly<Record<string, string>>;
  readonly rules: Rules;
}

export interface Rules {
  readonly maxSnapshotBytes: number;
  /** Older agents are refused; undefined: none is. */
  readonly oldestAgent?: string | undefined;
  readonly teamLabel?: string | undefined;
  readonly departmentLabel?: string | undefined;
  /** How long history may trail what agents report; 0: it does not. */
  readonly foldWithinMs: number;
}

/** One report, as it came. */
export interface Report {
  readonly agent: Agent;
  /** One zstd frame of JSON, as long as nobody has looked at it. */
  readonly body: Uint8Array;
  /** The ids that the headers give the snapshot. */
  readonly namedIds: readonly string[];
}

export interface Outcome {
  readonly status: 'applied' | 'duplicate';
  readonly snapshotId: string;
  readonly quota: Quota;
  readonly nodes: number;
  readonly pods: number;
  readonly workloads: number;
  /** The size of the JSON. */
  readonly bytes: number;
  /** What of it was too long to be stored whole; undefined: nothing was. */
  readonly cut: CutValues | undefined;
}

/** A cluster of which something is pending. */
export interface PendingCluster {
  readonly database: string;
  readonly organizationId: string;
  readonly clusterId: string;
}

export type ToWorker =
  | { readonly kind: 'begin'; readonly task: WorkerTask }
  | { readonly kind: 'take'; readonly job: number; readonly report: Report }
  | { readonly kind: 'fold'; readonly job: number; readonly cluster: PendingCluster }
  | { readonly kind: 'end' };

/** How a job stands, or that the worker can take jobs. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** Whether the worker may have run out of memory because of what it reads. */
  | { readonly kind: 'reading' | 'read'; readonly job: number }
  | { readonly kind: 'done'; readonly job: number; readonly outcome: Outcome }
  /** Of so many reports, what was pending is in the ledger. */
  | { readonly kind: 'folded'; readonly job: number; readonly reports: number }
  | { readonly kind: 'refused'; readonly job: number; readonly refusal: RefusalMessage }
  | { readonly kind: 'failed'; readonly job: number; readonly error: unknown };

/** A `Refusal` between processes. */
export interface RefusalMessage {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly details: Omit<RefusalDetails, 'cause'>;
  /** What a log may say of the cause. */
  readonly cause?: string | undefined;
}
