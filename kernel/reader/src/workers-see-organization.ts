import { type Pool } from 'pg';
import { DatabaseFailure, explainUnavailable } from './database-failure.ts';
import { hasCitus, isDistributed, sendToWorkers } from './distributed-session.ts';
import { enterOrganization } from './tenant-session.ts';

/** An id that no organization has. */
const probe = '00000000-0000-4000-8000-000000000000';

/** A possible cluster id on each worker; no rows if clusters are not distributed. */
const placesSql = `
  select distinct on (groupid) id
  from pg_dist_partition
  cross join (select gen_random_uuid() as id from generate_series(1, 1000)) as place
  join pg_dist_placement on shardid = get_shard_id_for_distribution_column(logicalrelid, id)
  where logicalrelid = to_regclass('clusters')
  order by groupid`;

/** A statement on a single shard runs entirely on its worker. */
const seenSql = (place: string) => `
  select current_setting('costplane.organization_id', true) as seen from settings
  where name = 'cursor_signing_secret'
    and not exists (select 1 from clusters where organization_id = '${probe}' and id = '${place}')`;

/**
 * Whether the organization of a session reaches the workers of a distributed warehouse. If it did not,
 * row-level security on the workers would hide every row, and every response would be empty. The coordinator
 * propagates it to all workers alike, so workers that are down are skipped.
 *
 * @throws if no worker can be queried
 */
export async function workersSeeOrganization(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  const see = async (place: string): Promise<boolean> => {
    const read = () => client.query<{ seen: string | null }>(seenSql(place));
    const found = isDistributed(client)
      ? await sendToWorkers(client, probe, seenSql(place), read)
      : await read();
    return found.rows[0]?.seen === probe;
  };
  try {
    const { rows } = await client.query(`select where ${hasCitus}`);
    if (rows.length === 0) return true;
    await enterOrganization(client, probe);
    const places = await client.query<{ id: string }>(placesSql);
    let unavailable: Error | undefined;
    let seen = 0;
    for (const { id } of places.rows) {
      try {
        if (!(await see(id))) return false;
        seen += 1;
      } catch (error) {
        unavailable = error as Error;
        if (!(explainUnavailable(error) instanceof DatabaseFailure)) throw error;
      }
    }
    if (seen === 0 && unavailable) throw unavailable;
    return true;
  } finally {
    client.release();
  }
}
