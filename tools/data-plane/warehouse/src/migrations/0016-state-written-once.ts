import { type Kysely, sql } from 'kysely';

/**
 * Containers only keep facts, so that an unchanged container is not written again; and usage
 * minutes are compressed by their writer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Current usage and costs of containers were never read; those of the pod remain.
  `alter table containers
    drop column run_rate_legacy_rank, drop column run_rate_legacy_hourly,
    drop column run_rate_all_rank, drop column run_rate_all_hourly,
    drop column compute_cpu_hourly, drop column compute_ram_hourly, drop column compute_gpu_hourly,
    drop column cpu_used_cores, drop column memory_used_bytes, drop column last_seen_at`,

  // zstd of JSON. Earlier minutes that no run has applied are discarded.
  `alter table usage_minutes alter column samples type bytea using null`,
  `alter table usage_minutes alter column samples set storage external`,
];
