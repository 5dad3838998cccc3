import { type Pool } from 'pg';
import { type Clock } from '../container/tokens.ts';
import { explainUnavailable } from '../database/unavailable.ts';
import { hashApiKey } from './api-key.ts';
import { type Principal } from './principal.ts';

/** A revoked key stops within 10 seconds on every process (decision 42). */
const rememberMs = 5_000;
const maxRemembered = 10_000;
const defaultRequestsPerMinute = 100;

/** Finds who a key belongs to; `undefined` for one that is unknown or revoked. */
export interface KeyStore {
  find(key: string): Promise<Principal | undefined>;
}

interface Remembered {
  readonly until: number;
  readonly principal: Promise<Principal | undefined>;
}

/** Looks keys up by their hash, and remembers answers, negative ones too, for some seconds. */
export function createKeyStore(pool: Pool, clock: Clock): KeyStore {
  const remembered = new Map<string, Remembered>();
  return {
    find(key) {
      const now = clock.now().getTime();
      const keyHash = hashApiKey(key);
      const name = keyHash.toString('latin1');
      const known = remembered.get(name);
      if (known && known.until > now) return known.principal;
      if (remembered.size >= maxRemembered) remembered.clear();
      const principal = selectPrincipal(pool, keyHash);
      remembered.set(name, { until: now + rememberMs, principal });
      principal.catch(() => remembered.delete(name));
      return principal;
    },
  };
}

async function selectKey(pool: Pool, keyHash: Buffer): Promise<KeyRow | undefined> {
  try {
    const { rows } = await pool.query<KeyRow>({
      name: 'authenticate',
      text: 'select * from authenticate($1)',
      values: [keyHash],
    });
    return rows[0];
  } catch (error) {
    throw explainUnavailable(error);
  }
}

interface KeyRow {
  readonly key_id: string;
  readonly organization_id: string;
  readonly currency: string;
  readonly scopes: string[];
  readonly allowed_cluster_ids: string[] | null;
  readonly requests_per_minute: number | null;
}

async function selectPrincipal(pool: Pool, keyHash: Buffer): Promise<Principal | undefined> {
  const row = await selectKey(pool, keyHash);
  return (
    row && {
      keyId: row.key_id,
      organization: { id: row.organization_id, currency: row.currency },
      scopes: new Set(row.scopes),
      allowedClusters: row.allowed_cluster_ids,
      requestsPerMinute: row.requests_per_minute ?? defaultRequestsPerMinute,
    }
  );
}
