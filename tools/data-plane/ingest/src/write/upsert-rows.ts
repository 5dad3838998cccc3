import { sql, type RawBuilder } from 'kysely';
import { type DigestedRow } from './digest-facts.ts';
import { type Scope } from './scope.ts';
import { type StateTable } from './state-table.ts';

/** Initial values of columns without a default that are aggregated later. */
const placeholders: Partial<Record<StateTable, Record<string, number>>> = {
  namespaces: {
    cpu_requested_cores: 0,
    memory_requested_bytes: 0,
    workloads: 0,
    deployments: 0,
    statefulsets: 0,
    daemonsets: 0,
    jobs: 0,
    cronjobs: 0,
    pods: 0,
    running_pods: 0,
    containers: 0,
    persistent_volumes: 0,
  },
  workloads: {
    cpu_limit_cores: 0,
    memory_limit_bytes: 0,
    cpu_requested_cores: 0,
    memory_requested_bytes: 0,
    pods: 0,
    running_pods: 0,
    containers: 0,
  },
};

/**
 * Writes all rows in one statement. An existing row takes the new values, is marked as seen now,
 * and is no longer marked as deleted.
 *
 * `only` names the columns to update in existing rows, if not all; `merged` defines how a column
 * changes that does not simply take the new value, in terms of `old` and `excluded`.
 */
export async function upsertRows<Row extends object>(
  { tx, organizationId, clusterId, takenAt }: Scope,
  table: StateTable,
  key: keyof Row & string,
  rows: readonly DigestedRow<Row>[],
  {
    only,
    merged = {},
  }: { only?: (keyof Row & string)[]; merged?: Partial<Record<string, RawBuilder<unknown>>> } = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = [...Object.keys(first.row), 'facts_digest'];
  const constants = Object.entries(placeholders[table] ?? {});
  const changed = (only ? [...only, 'facts_digest'] : columns).filter((column) => column !== key);
  await sql`
    insert into ${sql.table(table)} as old (
      organization_id, cluster_id, last_seen_at, cost_updated_at,
      ${sql.join([...columns, ...constants.map(([column]) => column)].map((name) => sql.id(name)))}
    )
    select ${organizationId}::uuid, ${clusterId}::uuid, ${takenAt}::timestamptz, ${takenAt}::timestamptz,
      ${sql.join([
        ...columns.map((column) => sql.ref(`new.${column}`)),
        ...constants.map(([, value]) => sql.lit(value)),
      ])}
    from json_populate_recordset(null::${sql.table(table)}, ${rowsText(rows)}::json) as new
    on conflict (organization_id, cluster_id, ${sql.id(key)}) do update set
      last_seen_at = excluded.last_seen_at, cost_updated_at = excluded.cost_updated_at, gone_at = null,
      ${sql.join(
        changed.map(
          (column) => sql`${sql.id(column)} = ${merged[column] ?? sql.ref(`excluded.${column}`)}`,
        ),
      )}`.execute(tx);
}

/** The rows as JSON, including their digests. */
export function rowsText(rows: readonly DigestedRow[]): string {
  return JSON.stringify(rows.map(({ row, digest }) => ({ ...row, facts_digest: digest })));
}
