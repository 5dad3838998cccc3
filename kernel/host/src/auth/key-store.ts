import { type Pool } from 'pg';
import { ApiError, type KeyStore, type Principal } from '@costplane/plugin-api';
import { byDatabase, defaultDatabase, queryOnce } from '@costplane/reader';
import { apiKey } from './credential.ts';
import { CredentialCache, type InTurn } from './credential-cache.ts';
import { HomeDirectory } from './home-directory.ts';

/** A revoked key stops working within 10 seconds on every process (decision 42). */
const rememberMs = 5_000;
const defaultRequestsPerMinute = 100;

/** Looks up keys by their hash, and caches results for some seconds. */
export function createKeyStore(pools: ReadonlyMap<string, Pool>): KeyStore {
  const known = new CredentialCache({
    rememberMs,
    lookUp: lookUpIn(pools),
    tooMany: () =>
      new ApiError('RATE_LIMITED', [{ reason: 'too_many_unknown_keys' }], {
        message: 'Too many unknown keys are being looked up; try again in 2 seconds.',
        headers: { 'Retry-After': '2' },
      }),
  });
  return { find: async (key) => (apiKey.fits(key) ? known.find(key) : undefined) };
}

/** A single database is queried directly; of several, the one that the directory names. */
function lookUpIn(pools: ReadonlyMap<string, Pool>) {
  const find = byDatabase(pools);
  if (pools.size === 1) {
    return (keyHash: Buffer, inTurn: InTurn) =>
      inTurn(defaultDatabase, () => selectPrincipal(find(), keyHash));
  }
  const directory = new HomeDirectory((keyHash) => selectHome(find(), keyHash));
  return (keyHash: Buffer, inTurn: InTurn) => {
    const select = async (database: string) => {
      const principal = await selectPrincipal(find(database), keyHash);
      return principal && { ...principal, database };
    };
    return directory.lookUp(keyHash, select, inTurn);
  };
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
