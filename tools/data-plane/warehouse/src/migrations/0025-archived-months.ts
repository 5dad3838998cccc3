import { type Kysely, sql } from 'kysely';

/**
 * Archived months, which are reported to clients: otherwise missing history would look like the
 * time before the first report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table archived_months (
    organization_id uuid not null references organizations (id) on delete cascade,
    month date not null check (month = date_trunc('month', month::timestamp)::date),
    location text not null,
    archived_at timestamptz not null default now(),
    primary key (organization_id, month)
  )`,
  `alter table archived_months enable row level security`,
  `create policy confine_api on archived_months for select to costplane_api
    using (organization_id = nullif(current_setting('costplane.organization_id', true), '')::uuid)`,
  // The location of the archive is only visible to the operator.
  `grant select (organization_id, month) on archived_months to costplane_api`,
  `select watch_changes('archived_months')`,
];
