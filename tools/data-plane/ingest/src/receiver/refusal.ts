/** The limit and usage of the organization in cores, with the agent's field names. */
export interface Quota {
  readonly plan_type: string;
  readonly is_within_quota: boolean;
  /** Cores of the reporting cluster. */
  readonly cluster_cpu: number;
  /** The next three only exist if there is a limit. */
  readonly cpu_limit?: number;
  readonly current_cpu_usage?: number;
  readonly remaining_cpu?: number;
}

export interface RefusalDetails {
  /** For `Retry-After`, and for the body, from which agents log it. */
  readonly retryAfterSeconds?: number | undefined;
  readonly quota?: Quota | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/**
 * A refused report: a status that determines the agent's reaction, a short machine-readable reason,
 * and a human-readable message.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: string;
  readonly details: RefusalDetails;

  constructor(status: number, reason: string, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause });
    this.status = status;
    this.reason = reason;
    this.details = details;
  }
}

/** A temporary problem: the same report may be accepted later. */
export const unavailable = (reason: string, message: string, cause?: unknown) =>
  new Refusal(503, reason, message, { retryAfterSeconds: 5, cause });
