import { type Kysely, sql } from 'kysely';

/**
 * Privileges. `costplane_api` reads, and row-level security restricts it to the organization that
 * its connection is set to; `costplane_ingest` writes state for every organization. Neither has any
 * other privilege.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const tenantTables = [
  'clusters',
  'snapshots',
  'nodes',
  'namespaces',
  'workloads',
  'pods',
  'containers',
  'persistent_volumes',
  'departments',
  'teams',
  'team_assignments',
  'recommendations',
];

const currentOrganization = `nullif(current_setting('costplane.organization_id', true), '')::uuid`;

const confine = (table: string, key = 'organization_id') => [
  `alter table ${table} enable row level security`,
  `create policy confine_api on ${table} for select to costplane_api
    using (${key} = ${currentOrganization})`,
  `create policy allow_ingest on ${table} for all to costplane_ingest using (true) with check (true)`,
  `grant select on ${table} to costplane_api`,
];

const statements = [
  `grant usage on schema costplane to costplane_ingest, costplane_api`,
  ...confine('organizations', 'id'),
  `grant select on organizations to costplane_ingest`,
  ...tenantTables.flatMap((table) => [
    ...confine(table),
    `grant select, insert, update, delete on ${table} to costplane_ingest`,
  ]),
  `grant select on settings to costplane_api`,
  ...['api_keys', 'agent_tokens'].map((table) => `alter table ${table} enable row level security`),
  `revoke execute on function authenticate(bytea) from public`,
  `grant execute on function authenticate(bytea) to costplane_api`,
];
