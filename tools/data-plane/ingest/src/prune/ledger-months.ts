import { isDistributed, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { type Retention } from './retention.ts';

/** A month of a ledger table: a partition. */
export interface LedgerMonth {
  /** The table, such as `workload_hours`. */
  parent: string;
  /** The partition, such as `workload_hours_2025_01`. */
  partition: string;
  /** The month, such as `2025-01`. */
  month: string;
  /** Size including indexes. */
  bytes: number;
  /** Already (`detached`) or almost (`pending`) detached: an earlier run was interrupted. */
  state: 'attached' | 'pending' | 'detached';
}

/** The months that exceed the retention, oldest first. */
export async function findMonths(
  db: Kysely<Warehouse>,
  { retention, now }: { retention: Retention; now: Date },
): Promise<LedgerMonth[]> {
  const hoursFrom = firstKeptMonth(now, retention.hourlyMonths);
  const daysFrom = firstKeptMonth(now, retention.dailyMonths);
  return selectMonths(
    db,
    sql`month < case when parent like '%\\_hours' then ${hoursFrom} else ${daysFrom} end`,
  );
}

/** The months before a month such as `2025-01`, oldest first. */
export const findMonthsBefore = (db: Kysely<Warehouse>, before: string) =>
  selectMonths(db, sql`month < ${before}`);

/** The partitions of a month. */
export const findMonth = (db: Kysely<Warehouse>, month: string) =>
  selectMonths(db, sql`month = ${month}`);

/** The first month to keep, given the number of whole months before the current one. */
export const firstKeptMonth = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);

async function selectMonths(
  db: Kysely<Warehouse>,
  condition: RawBuilder<unknown>,
): Promise<LedgerMonth[]> {
  const size = (await isDistributed(db)) ? 'citus_total_relation_size' : 'pg_total_relation_size';
  const { rows } = await sql<LedgerMonth>`
    with month as (
      select parent.relname::text as parent, part.relname::text as partition,
        replace(right(part.relname, 7), '_', '-') as month,
        ${sql.id(size)}(part.oid)::float8 as bytes,
        case when inherited.inhrelid is null then 'detached'
          when inherited.inhdetachpending then 'pending' else 'attached' end as state
      from pg_class as parent
      join pg_class as part on part.relnamespace = parent.relnamespace and part.relkind = 'r'
        and part.relname ~ ('^' || parent.relname || '_[0-9]{4}_[0-9]{2}$')
      left join pg_inherits as inherited on inherited.inhrelid = part.oid
      where parent.relnamespace = 'costplane'::regnamespace and parent.relkind = 'p'
    )
    select * from month where ${condition} order by month, parent`.execute(db);
  return rows;
}
