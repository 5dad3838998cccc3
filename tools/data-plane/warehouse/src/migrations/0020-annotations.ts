import { type Kysely, sql } from 'kysely';

/**
 * Annotations of namespaces and workloads, and the labels and annotations of the namespace in the
 * description of an owner, so that costs can be grouped by them as they were at the time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const addLabels = (table: string, columns: readonly string[]) => `
  alter table ${table} ${columns
    .map((column) => `add column ${column} jsonb not null default '{}'`)
    .join(', ')}`;

const statements = [
  addLabels('namespaces', ['annotations']),
  addLabels('workloads', ['annotations']),
  addLabels('owner_descriptions', ['annotations', 'namespace_labels', 'namespace_annotations']),
];
