import { type Pool } from 'pg';
import { hasCitus, isDistributed, sendToWorkers } from './distributed-session.ts';
import { enterOrganization } from './tenant-session.ts';

/** No organization has it; some shard of `clusters` would hold it. */
const probe = '00000000-0000-4000-8000-000000000000';

/** A statement over one shard runs on its worker as a whole. */
const seenSql = `
  select current_setting('costplane.organization_id', true) as seen from settings
  where name = 'cursor_signing_secret'
    and not exists (select 1 from clusters where organization_id = '${probe}' and id = '${probe}')`;

/**
 * Whether what a session is set to reaches the workers of a distributed warehouse, too. Where it does
 * not, row-level security there hides every row, and every answer would be empty.
 */
export async function workersSeeOrganization(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(`select where ${hasCitus}`);
    if (rows.length === 0) return true;
    await enterOrganization(client, probe);
    const read = () => client.query<{ seen: string | null }>(seenSql);
    const found = isDistributed(client)
      ? await sendToWorkers(client, probe, seenSql, read)
      : await read();
    return found.rows[0]?.seen === probe;
  } finally {
    client.release();
  }
}
