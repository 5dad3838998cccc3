import { apiKey, hashCredential } from '@costplane/kernel';
import { createTestDatabase } from '@costplane/warehouse/testing';
import { Client } from 'pg';
import { scopes } from '../explorer/fleet.ts';
import { runToEnd } from '../ingest/run-to-end.ts';
import { costplane } from '../service.ts';

export const demoDays = 31;
const manyRequests = 1_000_000_000;

/** The sample fleet in a database of its own, and a key of every scope. */
export async function loadSample(days: number, say: (message: string) => void) {
  say(`loading the demo, ${days} days`);
  const database = await createTestDatabase();
  const load = ['sample', 'load', '--org', 'demo', '--scale', 'small', '--days', String(days)];
  await runToEnd(costplane, load, { DATABASE_URL: database.url });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const key = apiKey.mint();
    await client.query(
      `insert into costplane.api_keys
          (organization_id, key_hash, key_hint, scopes, requests_per_minute)
        select id, $1, $2, $3, $4 from costplane.organizations where name = 'demo'`,
      [hashCredential(key), apiKey.hint(key), scopes, manyRequests],
    );
    return {
      databaseUrl: database.url,
      key,
      drop: () => database.drop(),
    };
  } finally {
    await client.end();
  }
}
