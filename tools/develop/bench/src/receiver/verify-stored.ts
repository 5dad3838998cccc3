import { type Client } from 'pg';

/**
 * Holds the database against what was answered: that each snapshot which was answered 200 is
 * stored, and that the ledger, with what is
 * not yet folded into it, has all of the time from each cluster's first to its last: of a silence
 * of more than three minutes, the last three.
 *
 * @throws {Error} if anything is missing
 */
export async function verifyStored(
  client: Client,
  clusterIds: readonly string[],
  accepted: readonly (readonly string[])[],
): Promise<void> {
  for (const [agent, clusterId] of clusterIds.entries()) {
    const ids = accepted[agent] ?? [];
    const { rows } = await client.query<{ missing: number; unaccounted: string }>(verifySql, [
      clusterId,
      ids,
    ]);
    const [{ missing, unaccounted } = { missing: ids.length, unaccounted: '' }] = rows;
    if (missing > 0) throw new Error(`${missing} snapshots were answered 200 and are not stored`);
    if (Number(unaccounted) !== 0) {
      throw new Error(`The ledger of an agent's cluster lacks ${unaccounted} s of its time`);
    }
  }
}

const verifySql = `
  select (
    select count(*)::integer from unnest($2::text[]) as id
    where not exists (
      select from snapshots where cluster_id = $1 and snapshot_id = id
    )
  ) as missing, (
    select coalesce(sum(extract(epoch from least(silence, interval '3 minutes'))), 0)
    from (
      select taken_at - lag(taken_at) over (order by taken_at) as silence
      from snapshots where cluster_id = $1
    ) as report where silence is not null
  ) - (
    select coalesce(sum(seconds), 0) from cluster_hours where cluster_id = $1
  ) - (
    select coalesce(sum(extract(epoch from ends_at - begins_at)), 0)
    from pending_increments where cluster_id = $1
  ) as unaccounted`;
