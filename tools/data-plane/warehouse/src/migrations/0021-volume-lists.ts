import { type Kysely, sql } from 'kysely';

/** The order of persistent volume lists, and the time since which a volume has no claim. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const byCost = (name: string, columns: readonly string[], present = '') =>
  `create index persistent_volumes_by_${name} on persistent_volumes
    (${['organization_id', ...columns, 'storage_pv_rank', 'id'].join(', ')})
    where gone_at is null${present}`;

const statements = [
  // Agents report no uid of a volume. Its name is unique in its cluster.
  `alter table persistent_volumes
    add column id uuid not null generated always as (
      overlay(overlay(md5(cluster_id::text || '/' || name) placing '8' from 13) placing '8' from 17)::uuid
    ) stored,
    add column storage_pv_rank bigint not null generated always as (
      coalesce(-(round(storage_pv_hourly, 4) * 10000)::bigint, 1)
    ) stored,
    add column unclaimed_since timestamptz`,
  `update persistent_volumes set unclaimed_since = last_seen_at where claim_name is null`,

  // Set by the first report without a claim, whichever statement writes the claim.
  `create function note_unclaimed() returns trigger language plpgsql
    as $$
    begin
      new.unclaimed_since := case when new.claim_name is null
        then coalesce(new.unclaimed_since, new.last_seen_at) end;
      return new;
    end
    $$`,
  `create trigger unclaimed before insert or update of claim_name on persistent_volumes
    for each row execute function note_unclaimed()`,

  byCost('cost', []),
  byCost('cluster', ['cluster_id']),
  byCost('namespace', ['claim_namespace']),
  byCost('cost_unclaimed', [], ' and claim_name is null'),
  `create index persistent_volumes_by_id on persistent_volumes (organization_id, id)`,
];
