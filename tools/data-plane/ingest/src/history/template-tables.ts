import { sql, type RawBuilder } from 'kysely';
import { type Scope } from '../write/scope.ts';
import { type AlikeDays } from './alike-days.ts';
import { type CatalogTable } from './ledger-catalog.ts';

/**
 * Creates empty temporary tables with the names of the ledger tables, which take precedence over
 * them: until the end of the transaction, writes to the ledger go to the temporary tables.
 */
export async function shadowLedger({ tx }: Scope, tables: readonly CatalogTable[]): Promise<void> {
  for (const { name } of tables) {
    await sql`create temporary table ${sql.id(name)}
      (like ${inLedger(name)} including generated including indexes) on commit drop`.execute(tx);
  }
  // Statements that are already prepared would continue to use the tables that they were planned for.
  await sql`discard plans`.execute(tx);
}

export interface Copying {
  kinds: readonly AlikeDays[];
  /** The first day with hourly rows per owner and with quantities for repricing. */
  detailFrom: Date | null;
}

/**
 * Copies the rows of the temporary tables to all days of the same kind, with shifted times, in one
 * statement. The ledger must not have rows of these days.
 */
export async function copyDays(
  { tx }: Scope,
  table: CatalogTable,
  { kinds, detailFrom }: Copying,
): Promise<void> {
  const { name, bucket, columns, key } = table;
  const copies = kinds.flatMap(({ template, days }) =>
    days.map((day) => ({
      template: isoDay(template.bucket),
      day: isoDay(day),
      isDetailed: detailFrom === null || day >= detailFrom.getTime(),
    })),
  );
  const copied = isDetail(table) ? copies.filter(({ isDetailed }) => isDetailed) : copies;
  if (copied.length === 0) return;
  const names = columns.map((column) => sql.id(column.name));
  // Ordered by the key, so that the index grows at one end.
  const order = key.map((column) => (column === bucket ? shiftedBucket[bucket] : sql.id(column)));
  await sql`
    insert into ${inLedger(name)} (organization_id, cluster_id, ${sql.id(bucket)}, ${sql.join(names)})
    select organization_id, cluster_id, ${shiftedBucket[bucket]}, ${sql.join(columns.map(copiedValue))}
    from pg_temp.${sql.id(name)} as known
    join unnest(
      ${copied.map(({ template }) => template)}::date[], ${copied.map(({ day }) => day)}::date[],
      ${copied.map(({ isDetailed }) => isDetailed)}::boolean[]
    ) as copy (template, day, is_detailed) on copy.template = ${dayColumn[bucket]}
    order by ${sql.join(order)}`.execute(tx);
}

/** Hourly tables of workloads and of priced items. */
const isDetail = ({ bucket, key }: CatalogTable) =>
  bucket === 'hour' && (key.includes('workload_uid') || key.includes('priced_item_id'));

function copiedValue({ name, isRange }: CatalogTable['columns'][number]): RawBuilder<unknown> {
  const value = sql.id(name);
  if (isRange) return shiftedRange(value);
  // Seconds that can be repriced: only those with stored quantities.
  return name === 'repriceable_seconds'
    ? sql`case when copy.is_detailed then ${value} else 0 end`
    : value;
}

const inLedger = (name: string) => sql.table(`costplane.${name}`);

/** In hours, because days may differ in length in the time zone of the session. */
const shift = sql`make_interval(hours => 24 * (copy.day - copy.template))`;

const dayColumn = { hour: sql`(known.hour at time zone 'UTC')::date`, day: sql`known.day` };
const shiftedBucket = { hour: sql`known.hour + ${shift}`, day: sql`copy.day` };

const shiftedRange = (range: RawBuilder<unknown>) => sql`(
  select range_agg(tstzrange(lower(part) + ${shift}, upper(part) + ${shift}))
  from unnest(${range}) as part)`;

const isoDay = (day: number) => new Date(day).toISOString().slice(0, 10);
