/** What a window allows. */
export interface Quota {
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
 * Counts requests in sliding windows. A refused request does not count. A store that cannot
 * answer throws `ApiError` `RATE_LIMIT_UNAVAILABLE`: a limit is never silently off.
 */
export interface RateLimitStore {
  take(window: string, quota: Quota): Promise<QuotaDecision> | QuotaDecision;
  close(): Promise<void>;
}
