import { sql } from 'kysely';
import { dayMs } from '../accrue/interval.ts';
import { inCluster, type Scope } from '../write/scope.ts';
import { periodTables } from './roll-up-period.ts';

const hourMs = dayMs / 24;

/**
 * Deletes the sums that contain changed days, and waits for a concurrent roll-up. Reports of the
 * current day skip this, because a period is closed an hour after its end. A trigger does the same
 * for manual changes on a single server; Citus has no triggers.
 *
 * @param days start times of the first and last changed day, in Unix milliseconds
 */
export async function deleteChangedPeriods(
  scope: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>,
  days: { first: number; last: number },
): Promise<void> {
  if (days.first + dayMs > Date.now() + hourMs) return;
  const [first, last] = [days.first, days.last].map((day) => new Date(day).toISOString());
  await sql`select pg_advisory_xact_lock_shared(
    hashtextextended(${`roll up ${scope.clusterId}`}, 0))`.execute(scope.tx);
  const isChanged = sql`${inCluster(scope, 'period')}
    and first_day between date_trunc('month', ${first}::timestamp)::date and ${last}::timestamp::date
    and last_day >= ${first}::timestamp::date`;
  const { rows } = await sql`
    select from cluster_periods as period where ${isChanged} limit 1`.execute(scope.tx);
  if (rows.length === 0) return;
  for (const table of periodTables) {
    await sql`delete from ${sql.table(table)} as period where ${isChanged}`.execute(scope.tx);
  }
}
