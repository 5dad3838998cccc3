import { type Kysely, sql } from 'kysely';

/**
 * Rows of periods are deleted, and logical replication of the history needs a way to name the rows
 * that are: each has a number within its period. Periods are rolled up anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const tables = [
  'cluster_periods',
  'namespace_periods',
  'workload_periods',
  'node_periods',
  'container_periods',
];

const statements = tables.flatMap((table) => [
  `truncate ${table}`,
  // The primary key begins with its columns. PostgreSQL has given it a name.
  `do $$ begin
    execute (select format('drop index %s', indexrelid::regclass) from pg_index
      where indrelid = '${table}'::regclass);
  end $$`,
  `alter table ${table} add column number integer not null,
    add primary key (organization_id, cluster_id, first_day, last_day, number)`,
]);
