/** What a window allows, and whose it is. */
export interface Quota {
  readonly window: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** The outcome of one request against a sliding window. */
export interface QuotaDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest request in the window leaves it, in milliseconds since 1970. */
  readonly resetAtMs: number;
}

/**
 * Counts requests in sliding windows. A request that meets several quotas counts in all of them,
 * or, when one refuses it, in none (decision 13). A store that cannot answer throws `ApiError`
 * `RATE_LIMIT_UNAVAILABLE`: a limit is never silently off.
 */
export interface RateLimitStore {
  take(quotas: readonly Quota[]): Promise<QuotaDecision[]> | QuotaDecision[];
  /** Whether it can answer. */
  readonly isUp: boolean;
  close(): Promise<void>;
}
