import { apiKey, hashCredential } from '@costplane/kernel';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { Client } from 'pg';

const manyRequests = 1_000_000_000;

/** A warehouse to read from. */
export interface Fleet {
  readonly databaseUrl: string;
  readonly organizationIds: readonly string[];
  /** Of the first organization. */
  readonly organizationId: string;
  readonly key: string;
  /** One of each organization. */
  readonly keys: readonly string[];
  drop(): Promise<void>;
}

/** Makes organizations and what `fill` puts into them. */
export async function createFleet(
  organizations: number,
  scopes: readonly string[],
  fill: (client: Client, organizationIds: readonly string[]) => Promise<void>,
): Promise<Fleet> {
  const database = await createTestDatabase();
  const client = new Client({
    connectionString: database.url,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into organizations (name)
        select 'bench ' || n from generate_series(1, $1) n returning id`,
      [organizations],
    );
    const ids = rows.map(({ id }) => id);
    await fill(client, ids);
    await client.query('vacuum analyze');
    const keys = ids.map(() => apiKey.mint());
    for (const [nth, key] of keys.entries()) {
      await client.query(
        `insert into api_keys (organization_id, key_hash, key_hint, scopes, requests_per_minute)
          values ($1, $2, $3, $4, $5)`,
        [ids[nth], hashCredential(key), apiKey.hint(key), scopes, manyRequests],
      );
    }
    const [organizationId = ''] = ids;
    const [key = ''] = keys;
    return {
      databaseUrl: database.url,
      organizationIds: ids,
      organizationId,
      key,
      keys,
      drop: () => database.drop(),
    };
  } finally {
    await client.end();
  }
}
