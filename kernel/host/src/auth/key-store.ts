import { type Pool } from 'pg';
import { ApiError, type KeyStore, type Principal } from '@costplane/plugin-api';
import { byDatabase, defaultDatabase, queryOnce } from '@costplane/reader';
import { apiKey } from './credential.ts';
import { CredentialCache } from './credential-cache.ts';
import { lookUpAtHome } from './home-directory.ts';

/** A revoked key stops working within 10 seconds on every process (decision 42). */
const rememberMs = 5_000;
const defaultRequestsPerMinute = 100;

/** Looks up keys by their hash, and caches results for some seconds. */
export function createKeyStore(pools: ReadonlyMap<string, Pool>): KeyStore {
  const find = byDatabase(pools);
  const known = new CredentialCache({
    rememberMs,
    lookUp: lookUpAtHome(
      pools,
      (keyHash) => selectHome(find(), keyHash),
      async (database, keyHash) => {
        const principal = await selectPrincipal(find(database), keyHash);
        return principal && { ...principal, database };
      },
    ),
    tooMany: () =>
      new ApiError('RATE_LIMITED', [{ reason: 'too_many_unknown_keys' }], {
        message: 'Too many unknown keys are being looked up; try again in 2 seconds.',
        headers: { 'Retry-After': '2' },
      }),
  });
  return { find: async (key) => (apiKey.fits(key) ? known.find(key) : undefined) };
}

async function selectHome(pool: Pool, keyHash: Buffer): Promise<string> {
  const [row] = await queryOnce<{ database: string }>(pool, {
    name: 'find-home',
    text: 'select database from find_home($1)',
    values: [keyHash],
  });
  return row?.database ?? defaultDatabase;
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
  const [row] = await queryOnce<KeyRow>(pool, {
    name: 'authenticate',
    text: 'select * from authenticate($1)',
    values: [keyHash],
  });
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
