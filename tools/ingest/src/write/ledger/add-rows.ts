import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../scope.ts';
import type { LedgerColumn, LedgerTable, Merging } from './ledger-columns.ts';

/** By the names of columns, and of the bucket: numbers as text, so that none passes a float. */
export type LedgerRecord = Record<string, unknown>;

/**
 * Adds rows to tables of the ledger, in one statement whatever their number. The rows are of the
 * first table's bucket, one per key; a table of days takes what the hours come to.
 */
export async function addRows(
  { tx, organizationId, clusterId }: Scope,
  tables: readonly LedgerTable[],
  rows: readonly LedgerRecord[],
): Promise<void> {
  const [finest] = tables;
  if (!finest || rows.length === 0) return;
  const columns = new Map(
    tables.flatMap((table) => table.columns.map((column) => [column.name, column])),
  );
  const inserts = tables.map((table) =>
    insertInto(table, {
      cluster: sql`${organizationId}::uuid, ${clusterId}::uuid`,
      isSummed: table.bucket !== finest.bucket,
    }),
  );
  const bucket = finest.bucket === 'hour' ? sql`hour timestamptz` : sql`day date`;
  const day = finest.bucket === 'hour' ? sql`, (hour at time zone 'UTC')::date as day` : sql``;
  await sql`
    with added as materialized (
      select *${day} from json_to_recordset(${JSON.stringify(rows)}::json) as added (
        ${bucket}, ${sql.join([...columns.values()].map(definition))}
      )
    ), ${sql.join(inserts.map((insert, index) => sql`${sql.id(`table_${index}`)} as (${insert})`))}
    select`.execute(tx);
}

const definition = ({ name, type }: LedgerColumn) => sql`${sql.id(name)} ${sql.raw(type)}`;

function insertInto(
  { name, bucket, columns }: LedgerTable,
  { cluster, isSummed }: { cluster: RawBuilder<unknown>; isSummed: boolean },
): RawBuilder<unknown> {
  const keys = [bucket, ...columns.filter(isKey).map((column) => column.name)].map((each) =>
    sql.id(each),
  );
  const names = columns.map((column) => sql.id(column.name));
  const values = columns.map((column) => (isSummed ? summed(column) : sql.id(column.name)));
  const changes = columns.filter((column) => !isKey(column)).map(change);
  return sql`
    insert into ${sql.table(name)} as old (
      organization_id, cluster_id, ${sql.id(bucket)}, ${sql.join(names)}
    )
    select ${cluster}, ${sql.id(bucket)}, ${sql.join(values)}
    from added ${isSummed ? sql`group by ${sql.join(keys)}` : sql``}
    on conflict (organization_id, cluster_id, ${sql.join(keys)}) do update set
      ${sql.join(changes)}`;
}

const isKey = ({ merging }: LedgerColumn) => merging === 'key';

const change = ({ name, merging }: LedgerColumn) =>
  sql`${sql.id(name)} = ${merged[merging](sql.ref(`old.${name}`), sql.ref(`excluded.${name}`))}`;

type Reference = RawBuilder<unknown>;

/** Where one of both is not known, the sum is the other. */
const merged: Record<Merging, (old: Reference, added: Reference) => RawBuilder<unknown>> = {
  key: (old) => old,
  add: (old, added) => sql`coalesce(${old} + ${added}, ${old}, ${added})`,
  or: (old, added) => sql`${old} or ${added}`,
  unite: (old, added) => sql`${old} + ${added}`,
  collect: (old, added) => sql`array(select distinct unnest(${old} || ${added}) order by 1)`,
  newest: (_, added) => added,
  known: (old, added) => sql`coalesce(${added}, ${old})`,
};

const summed = ({ name, merging }: LedgerColumn) => totals[merging](sql.id(name));

/** Over the hours of a day. */
const totals: Record<Merging, (column: Reference) => RawBuilder<unknown>> = {
  key: (column) => column,
  add: (column) => sql`sum(${column})`,
  or: (column) => sql`bool_or(${column})`,
  unite: (column) => sql`range_agg(${column})`,
  collect: (column) => sql`array(
    select distinct item from added as hours, unnest(hours.${column}) as item
    where hours.day = added.day order by 1)`,
  newest: (column) => sql`(array_agg(${column} order by hour desc))[1]`,
  known: (column) =>
    sql`(array_agg(${column} order by hour desc) filter (where ${column} is not null))[1]`,
};
