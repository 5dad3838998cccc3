import { sql, type RawBuilder } from 'kysely';
import { type Scope } from '../scope.ts';
import { givenRows, type ColumnValues } from './given-rows.ts';
import { type LedgerColumn, type LedgerTable, type Merging } from './ledger-columns.ts';

/** Whether several rows have the same key, for each length of bucket. */
export type Repeats = Record<LedgerTable['bucket'], boolean>;

/** Rows for several tables, each of which uses the columns that it has. */
export interface Addition {
  tables: readonly LedgerTable[];
  count: number;
  valuesOf: ColumnValues;
  repeats: Repeats;
}

/**
 * Adds rows to ledger tables, in one statement. With `isOlder`, they cover a time before the
 * existing rows: facts stay, sums are increased.
 */
export async function addRows(
  { tx, organizationId, clusterId }: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>,
  additions: readonly Addition[],
  { isOlder }: { isOlder: boolean },
): Promise<void> {
  const cluster = sql`${organizationId}::uuid, ${clusterId}::uuid`;
  const parts = additions
    .filter(({ count }) => count > 0)
    .flatMap(({ tables, valuesOf, repeats }, index) => {
      const given = sql.id(`given_${index}`);
      const hasHours = tables.some(({ bucket }) => bucket === 'hour');
      const inserts = tables.map((table) => {
        const isSummed = repeats[table.bucket];
        const insert = insertInto(table, { given, cluster, hasHours, isSummed, isOlder });
        return sql`${sql.id(`into_${table.name}`)} as (${insert})`;
      });
      return [sql`${given} as not materialized (${givenRows(tables, valuesOf)})`, ...inserts];
    });
  if (parts.length > 0) await sql`with ${sql.join(parts)} select`.execute(tx);
}

interface Insert {
  given: RawBuilder<unknown>;
  cluster: RawBuilder<unknown>;
  hasHours: boolean;
  isSummed: boolean;
  isOlder: boolean;
}

function insertInto(
  { name, bucket, columns }: LedgerTable,
  { given, cluster, hasHours, isSummed, isOlder }: Insert,
): RawBuilder<unknown> {
  const keys = listKeys({ bucket, columns });
  const names = columns.map((column) => sql.id(column.name));
  const values = columns.map(({ name: column, merging }) => {
    const value = hasHours ? inBucket[bucket](sql.id(column), merging) : sql.id(column);
    return isSummed ? total[merging](value, given) : value;
  });
  return sql`
    insert into ${sql.table(name)} as old (
      organization_id, cluster_id, ${sql.id(bucket)}, ${sql.join(names)}
    )
    select ${cluster}, ${sql.id(bucket)}, ${sql.join(values)}
    from ${given} as given ${bucket === 'hour' ? sql`cross join unnest(hours) as hour` : sql``}
    ${isSummed ? sql`group by ${sql.join(keys)}` : sql``}
    ${addToExisting({ bucket, columns }, isOlder)}`;
}

/** `on conflict` of an insert into a ledger table, aliased `old`: adds a row to an existing one. */
export function addToExisting(
  { bucket, columns }: Pick<LedgerTable, 'bucket' | 'columns'>,
  isOlder: boolean,
): RawBuilder<unknown> {
  const changes = columns
    .filter((column) => !isKey(column))
    .map((column) => change(column, isOlder ? mergedOlder : merged));
  return sql`
    on conflict (organization_id, cluster_id, ${sql.join(listKeys({ bucket, columns }))}) do update set
      ${sql.join(changes)}`;
}

const listKeys = ({ bucket, columns }: Pick<LedgerTable, 'bucket' | 'columns'>) =>
  [bucket, ...columns.filter(isKey).map(({ name }) => name)].map((each) => sql.id(each));

const isKey = ({ merging }: LedgerColumn) => merging === 'key';

type Value = RawBuilder<unknown>;

/** The value of a row for one of its hours, and for all of them. */
const inBucket: Record<LedgerTable['bucket'], (value: Value, merging: Merging) => Value> = {
  hour: (value, merging) =>
    merging === 'unite'
      ? sql`(${value} * tstzmultirange(tstzrange(hour, hour + interval '1 hour')))`
      : value,
  day: (value, merging) => {
    if (merging === 'add') return sql`(${value} * cardinality(hours))`;
    return merging === 'unite'
      ? sql`(${value} * tstzmultirange(tstzrange(
          day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC')))`
      : value;
  },
};

/** The sum of rows with the same key. */
const total: Record<Merging, (value: Value, given: Value) => Value> = {
  key: (value) => value,
  add: (value) => sql`sum(${value})`,
  or: (value) => sql`bool_or(${value})`,
  unite: (value) => sql`range_agg(${value})`,
  collect: (value, given) => sql`array(
    select distinct item from ${given} as same_day, unnest(same_day.${value}) as item
    where same_day.day = given.day order by 1)`,
  include: (value) => sql`min(${value})`,
  newest: (value) => sql`(array_agg(${value} order by ordinality desc))[1]`,
  known: (value) =>
    sql`(array_agg(${value} order by ordinality desc) filter (where ${value} is not null))[1]`,
};

type Merge = Record<Merging, (old: Value, added: Value) => Value>;

const change = ({ name, merging }: LedgerColumn, merge: Merge) =>
  sql`${sql.id(name)} = ${merge[merging](sql.ref(`old.${name}`), sql.ref(`excluded.${name}`))}`;

/** Adds existing and new values. If one of them is unknown, the sum is the other. */
const merged: Merge = {
  key: (old) => old,
  add: (old, added) => sql`coalesce(${old} + ${added}, ${old}, ${added})`,
  or: (old, added) => sql`${old} or ${added}`,
  unite: (old, added) => sql`${old} + ${added}`,
  collect: (old, added) => sql`array(select distinct unnest(${old} || ${added}) order by 1)`,
  include: (old, added) =>
    sql`case when ${old} @> ${added} then ${old}
      else array(select distinct unnest(${old} || ${added}) order by 1) end`,
  newest: (_, added) => added,
  known: (old, added) => sql`coalesce(${added}, ${old})`,
};

/** The same for added rows that are older. */
const mergedOlder: Merge = {
  ...merged,
  newest: (old) => old,
  known: (old, added) => sql`coalesce(${old}, ${added})`,
};
