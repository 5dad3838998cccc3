import { createMonths, type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { type Interval } from '../../accrue/interval.ts';
import { inCluster } from '../scope.ts';

const monthsAhead = 2;

/** The months for which a warehouse is known to have partitions, such as `2026-07`. */
const preparedMonths = new WeakMap<Kysely<Warehouse>, Set<string>>();

/** Whether the ledger is known to have partitions for a time and the next two months. */
export function areMonthsPrepared(db: Kysely<Warehouse>, time: Interval): boolean {
  return listMonths(time).every((month) => preparedMonths.get(db)?.has(month));
}

/** Creates the partitions of the ledger for the months of a period and the next two, and caches that. */
export async function prepareMonths(db: Kysely<Warehouse>, { from, to }: Interval): Promise<void> {
  if (areMonthsPrepared(db, { from, to })) return;
  const [first, last] = [from, to].map((time) => new Date(time).toISOString());
  await createMonths(
    db,
    sql`(${first}::timestamptz at time zone 'UTC')::date`,
    sql`((${last}::timestamptz at time zone 'UTC') + make_interval(months => ${monthsAhead}::int))::date`,
  );
  const prepared = preparedMonths.get(db) ?? new Set();
  preparedMonths.set(db, prepared);
  for (const month of listMonths({ from, to })) prepared.add(month);
}

/**
 * Runs work that writes to the ledger of a cluster. If a month was dropped meanwhile, forgets which
 * months are prepared, prepares those of the cluster's pending increments, and runs the work again.
 */
export async function retryWithoutMonth<Result>(
  db: Kysely<Warehouse>,
  cluster: { organizationId: string; clusterId: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error as Error).message.startsWith('no partition of relation')) throw error;
  }
  preparedMonths.delete(db);
  const pending = await sql<{ from: Date; to: Date }>`
    select begins_at as from, ends_at as to from pending_increments as pending
    where ${inCluster(cluster, 'pending')}`.execute(db);
  for (const { from, to } of pending.rows) {
    await prepareMonths(db, { from: from.getTime(), to: to.getTime() });
  }
  return work();
}

function listMonths({ from, to }: Interval): string[] {
  const [first, last] = [new Date(from), new Date(to)];
  const number = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  const count = number(last) - number(first) + 1 + monthsAhead;
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index));
    return month.toISOString().slice(0, -'-01T00:00:00.000Z'.length);
  });
}
