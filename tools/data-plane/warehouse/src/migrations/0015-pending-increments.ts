import { type Kysely, sql } from 'kysely';

/**
 * Ledger increments of reports that are not yet folded into hourly and daily rows: one row per
 * report instead of changes to thousands of rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // appended_at is the time of the database, the other times are those of the report. Increments are
  // already compressed with zstd, so PostgreSQL does not compress them again.
  `create table pending_increments (
    organization_id uuid not null,
    cluster_id uuid not null,
    ends_at timestamptz not null,
    begins_at timestamptz not null,
    appended_at timestamptz not null default now(),
    increment bytea not null,
    primary key (organization_id, cluster_id, ends_at),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `alter table pending_increments alter column increment set storage external`,
  `alter table pending_increments enable row level security`,
  `create policy allow_ingest on pending_increments for all to costplane_ingest
    using (true) with check (true)`,
  `grant select, insert, update, delete on pending_increments to costplane_ingest`,
];
