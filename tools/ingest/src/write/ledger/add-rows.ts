import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../scope.ts';
import type { LedgerColumn, LedgerTable, Merging } from './ledger-columns.ts';

/** By the names of columns: numbers as text, so that none passes a float. */
export type LedgerRecord = Record<string, unknown>;

/**
 * Adds rows to tables of the ledger, in one statement whatever their number. Each is added to all
 * its `hours`, where several of one key are added up, or else to its `day`: one of each key.
 */
export async function addRows(
  { tx, organizationId, clusterId }: Scope,
  tables: readonly LedgerTable[],
  rows: readonly LedgerRecord[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = new Map(
    tables.flatMap((table) => table.columns.map((column) => [column.name, column])),
  );
  const isInHours = tables.some(({ bucket }) => bucket === 'hour');
  const cluster = sql`${organizationId}::uuid, ${clusterId}::uuid`;
  const inserts = tables.map(
    (table) =>
      sql`${sql.id(`into_${table.name}`)} as (${insertInto(table, { cluster, isSummed: isInHours })})`,
  );
  await sql`
    with given as materialized (
      select * from rows from (
        json_to_recordset(${JSON.stringify(rows)}::json) as (
          ${isInHours ? sql`hours timestamptz[]` : sql`day date`},
          ${sql.join([...columns.values()].map(definition))}
        )
      ) with ordinality
    ), added as materialized (
      ${isInHours ? eachHour([...columns.values()]) : sql`select * from given`}
    ), ${sql.join(inserts)}
    select`.execute(tx);
}

const definition = ({ name, type }: LedgerColumn) => sql`${sql.id(name)} ${sql.raw(type)}`;

const eachHour = (columns: readonly LedgerColumn[]) => sql`
  select ordinality, hour, (hour at time zone 'UTC')::date as day,
    ${sql.join(columns.map((column) => ofHour(column)))}
  from given cross join unnest(hours) as hour`;

/** Of the time that a row covers, what lies in the hour. */
const ofHour = ({ name, merging }: LedgerColumn) =>
  merging === 'unite'
    ? sql`${sql.id(name)} * tstzmultirange(tstzrange(hour, hour + interval '1 hour'))
        as ${sql.id(name)}`
    : sql.id(name);

function insertInto(
  { name, bucket, columns }: LedgerTable,
  { cluster, isSummed }: { cluster: RawBuilder<unknown>; isSummed: boolean },
): RawBuilder<unknown> {
  const keys = [bucket, ...columns.filter(isKey).map((column) => column.name)].map((each) =>
    sql.id(each),
  );
  const names = columns.map((column) => sql.id(column.name));
  const values = columns.map(({ name: column, merging }) =>
    isSummed ? total[merging](sql.id(column)) : sql.id(column),
  );
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

type Reference = RawBuilder<unknown>;

/** What rows of one key come to. */
const total: Record<Merging, (column: Reference) => RawBuilder<unknown>> = {
  key: (column) => column,
  add: (column) => sql`sum(${column})`,
  or: (column) => sql`bool_or(${column})`,
  unite: (column) => sql`range_agg(${column})`,
  collect: (column) => sql`array(
    select distinct item from added as of_day, unnest(of_day.${column}) as item
    where of_day.day = added.day order by 1)`,
  newest: (column) => sql`(array_agg(${column} order by ordinality desc))[1]`,
  known: (column) =>
    sql`(array_agg(${column} order by ordinality desc) filter (where ${column} is not null))[1]`,
};

const change = ({ name, merging }: LedgerColumn) =>
  sql`${sql.id(name)} = ${merged[merging](sql.ref(`old.${name}`), sql.ref(`excluded.${name}`))}`;

/** What is there and what is added. Where one of both is not known, the sum is the other. */
const merged: Record<Merging, (old: Reference, added: Reference) => RawBuilder<unknown>> = {
  key: (old) => old,
  add: (old, added) => sql`coalesce(${old} + ${added}, ${old}, ${added})`,
  or: (old, added) => sql`${old} or ${added}`,
  unite: (old, added) => sql`${old} + ${added}`,
  collect: (old, added) => sql`array(select distinct unnest(${old} || ${added}) order by 1)`,
  newest: (_, added) => added,
  known: (old, added) => sql`coalesce(${added}, ${old})`,
};
