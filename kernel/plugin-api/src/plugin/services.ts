import { createToken } from './tokens.ts';

/** Who asks: one key of one organization. */
export interface Principal {
  readonly keyId: string;
  readonly organization: { readonly id: string; readonly currency: string };
  /** Where the organization is, by its name under `databases` of the config; the default without. */
  readonly database?: string;
  readonly scopes: ReadonlySet<string>;
  /** `null`: every cluster of the organization; a list (also an empty one): only those. */
  readonly allowedClusters: readonly string[] | null;
  readonly requestsPerMinute: number;
}

/** Finds who a bearer key belongs to; `undefined` for one that is unknown or revoked. */
export interface KeyStore {
  find(key: string): Promise<Principal | undefined>;
}
/** Finds callers by their keys; an edition may replace it. */
export const KEY_STORE = createToken<KeyStore>('key-store', 'who a key belongs to', true);

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
/** Counts requests; an edition may replace it. */
export const RATE_LIMIT_STORE = createToken<RateLimitStore>(
  'rate-limit-store',
  'the windows of rate limits',
  true,
);
