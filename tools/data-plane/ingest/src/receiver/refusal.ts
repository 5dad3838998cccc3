/** What the organization may have and has, in cores, as an agent knows it. */
export interface Quota {
  readonly plan_type: string;
  readonly is_within_quota: boolean;
  /** Of the cluster that reports. */
  readonly cluster_cpu: number;
  /** These three only where there is a limit. */
  readonly cpu_limit?: number;
  readonly current_cpu_usage?: number;
  readonly remaining_cpu?: number;
}

export interface RefusalDetails {
  /** For `Retry-After`, and for the body, which is where an agent's log has it from. */
  readonly retryAfterSeconds?: number | undefined;
  readonly quota?: Quota | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/**
 * Why a report is not taken: a status that has its effect on the agent, a short name for metrics and
 * programs, and a sentence for people.
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

/** A moment later the same report may be taken. */
export const unavailable = (reason: string, message: string, cause?: unknown) =>
  new Refusal(503, reason, message, { retryAfterSeconds: 5, cause });
