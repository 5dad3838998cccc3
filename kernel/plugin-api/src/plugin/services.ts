import { createToken } from './tokens.ts';

/** The caller of a request: one key of one organization. */
export interface Principal {
  /** Id of the key, not the key itself. */
  readonly keyId: string;
  /** The organization of the key; amounts are in its currency. */
  readonly organization: { readonly id: string; readonly currency: string };
  /** The organization's database, by its name under `databases` in the config. Default: the default one. */
  readonly database?: string;
  /** The scopes of the key. */
  readonly scopes: ReadonlySet<string>;
  /** `null`: every cluster of the organization; a list (also an empty one): only those. */
  readonly allowedClusters: readonly string[] | null;
  /** Requests that the key may send per minute. */
  readonly requestsPerMinute: number;
}

/** Finds the caller of a bearer key; `undefined` if the key is unknown or revoked. */
export interface KeyStore {
  find(key: string): Promise<Principal | undefined>;
}
/** Finds callers by their keys; plugins may replace it. */
export const KEY_STORE = createToken<KeyStore>('key-store', 'who a key belongs to', true);

/** A quota: its key, and the requests allowed per window. */
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
  /** When the oldest request leaves the window, in milliseconds since 1970. */
  readonly resetAtMs: number;
}

/**
 * Counts requests in sliding windows. A request with several quotas counts against all of them or, if one
 * is exhausted, against none (decision 13). A store that is unavailable throws `ApiError`
 * `RATE_LIMIT_UNAVAILABLE`, so that limits are never silently off.
 */
export interface RateLimitStore {
  take(quotas: readonly Quota[]): Promise<QuotaDecision[]> | QuotaDecision[];
  /** Whether the store is available. */
  readonly isUp: boolean;
  close(): Promise<void>;
}
/** Counts requests; plugins may replace it. */
export const RATE_LIMIT_STORE = createToken<RateLimitStore>(
  'rate-limit-store',
  'the windows of rate limits',
  true,
);
