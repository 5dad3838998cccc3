import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../write/scope.ts';
import type { AlikeDays } from './alike-days.ts';
import type { CatalogTable } from './ledger-catalog.ts';

/**
 * Makes empty temporary tables of the ledger's names, which are found before those of the ledger:
 * until the end of the transaction, what is written to the ledger is written to them.
 */
export async function shadowLedger({ tx }: Scope, tables: readonly CatalogTable[]): Promise<void> {
  for (const { name } of tables) {
    await sql`create temporary table ${sql.id(name)}
      (like ${inLedger(name)} including generated including indexes) on commit drop`.execute(tx);
  }
}

/**
 * Copies what the temporary table has of the templates to all days that are like them, with the
 * time shifted, in one statement. Of the hours of single owners only those from a day on are
 * copied. The ledger has nothing of these days.
 */
export async function copyDays(
  { tx }: Scope,
  table: CatalogTable,
  { kinds, ownerHoursFrom }: { kinds: readonly AlikeDays[]; ownerHoursFrom: Date | null },
): Promise<void> {
  const first = ownerHoursFrom === null || !isOfOwnerHours(table) ? -Infinity : +ownerHoursFrom;
  const copies = kinds.flatMap(({ template, days }) =>
    days
      .filter((day) => day >= first)
      .map((day) => ({ template: isoDay(template.bucket), day: isoDay(day) })),
  );
  if (copies.length === 0) return;
  const { name, bucket, columns, key } = table;
  const names = columns.map((column) => sql.id(column.name));
  const values = columns.map((column) =>
    column.isRange ? shiftedRange(sql.id(column.name)) : sql.id(column.name),
  );
  // By the key, so that the index grows at one end.
  const order = [sql`copy.day`, ...key.map((column) => sql.id(column))];
  await sql`
    insert into ${inLedger(name)} (organization_id, cluster_id, ${sql.id(bucket)}, ${sql.join(names)})
    select organization_id, cluster_id, ${shiftedBucket[bucket]}, ${sql.join(values)}
    from pg_temp.${sql.id(name)} as known
    join unnest(
      ${copies.map(({ template }) => template)}::date[], ${copies.map(({ day }) => day)}::date[]
    ) as copy (template, day) on copy.template = ${dayOf[bucket]}
    order by ${sql.join(bucket === 'day' ? order : order.toReversed())}`.execute(tx);
}

/** Of hours, what is not of the cluster, a namespace or a node. */
const isOfOwnerHours = ({ bucket, key }: CatalogTable) =>
  bucket === 'hour' && (key.includes('workload_uid') || key.includes('owner_uid'));

const inLedger = (name: string) => sql.table(`costplane.${name}`);

/** In hours, since a day may be of another length where the session is. */
const shift = sql`make_interval(hours => 24 * (copy.day - copy.template))`;

const dayOf = { hour: sql`(known.hour at time zone 'UTC')::date`, day: sql`known.day` };
const shiftedBucket = { hour: sql`known.hour + ${shift}`, day: sql`copy.day` };

const shiftedRange = (range: RawBuilder<unknown>) => sql`(
  select range_agg(tstzrange(lower(part) + ${shift}, upper(part) + ${shift}))
  from unnest(${range}) as part)`;

const isoDay = (day: number) => new Date(day).toISOString().slice(0, 10);
