import { type CutValues } from '../cut-long-values.ts';
import { type Agent } from './agent-tokens.ts';
import { type Quota, type RefusalDetails } from './refusal.ts';

/** Settings of a worker. */
export interface WorkerTask {
  /** URLs by database name; they contain passwords. */
  readonly databases: Readonly<Record<string, string>>;
  readonly rules: Rules;
}

export interface Rules {
  readonly maxSnapshotBytes: number;
  /** Agents older than this are refused; undefined: none is. */
  readonly oldestAgent?: string | undefined;
  readonly teamLabel?: string | undefined;
  readonly departmentLabel?: string | undefined;
  /** How long history may lag behind the reports; 0: no lag. */
  readonly foldWithinMs: number;
}

/** A report as it was received. */
export interface Report {
  readonly agent: Agent;
  /** One zstd frame of JSON, not checked yet. */
  readonly body: Uint8Array;
  /** The ids of the snapshot in the headers. */
  readonly namedIds: readonly string[];
}

export interface Outcome {
  readonly status: 'applied' | 'duplicate';
  readonly snapshotId: string;
  readonly quota: Quota;
  readonly nodes: number;
  readonly pods: number;
  readonly workloads: number;
  /** Size of the JSON. */
  readonly bytes: number;
  /** What was truncated; undefined if nothing was. */
  readonly cut: CutValues | undefined;
}

/** A cluster with pending increments. */
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

/** The state of a job, or a message that the worker is ready. */
export type FromWorker =
  | { readonly kind: 'ready' }
  /** Whether the worker is in a phase in which the report may exhaust its memory. */
  | { readonly kind: 'reading' | 'read'; readonly job: number }
  | { readonly kind: 'done'; readonly job: number; readonly outcome: Outcome }
  /** Number of reports whose pending increments were folded. */
  | { readonly kind: 'folded'; readonly job: number; readonly reports: number }
  | { readonly kind: 'refused'; readonly job: number; readonly refusal: RefusalMessage }
  | { readonly kind: 'failed'; readonly job: number; readonly error: unknown };

/** A `Refusal` as sent between processes. */
export interface RefusalMessage {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly details: Omit<RefusalDetails, 'cause'>;
  /** The part of the cause that may be logged. */
  readonly cause?: string | undefined;
}
