import { type Kysely, sql } from 'kysely';

/**
 * Containers keep facts alone, so that a report in which they are as before writes nothing of them;
 * and a minute of use is compressed by whoever writes it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // What each container uses and costs at the moment is that of its pod; nobody read it here.
  `alter table containers
    drop column run_rate_legacy_rank, drop column run_rate_legacy_hourly,
    drop column run_rate_all_rank, drop column run_rate_all_hourly,
    drop column compute_cpu_hourly, drop column compute_ram_hourly, drop column compute_gpu_hourly,
    drop column cpu_used_cores, drop column memory_used_bytes, drop column last_seen_at`,

  // zstd of JSON. Minutes of before that no run has taken in are forgotten.
  `alter table usage_minutes alter column samples type bytea using null`,
  `alter table usage_minutes alter column samples set storage external`,
];
