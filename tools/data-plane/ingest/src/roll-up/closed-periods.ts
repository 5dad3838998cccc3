import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { dayMs } from '../accrue/interval.ts';

/**
 * UTC days of a cluster whose sums are stored: a month, a quarter of one, half of a quarter, or the
 * closed part of the current quarter.
 */
export interface ClusterPeriod {
  organizationId: string;
  clusterId: string;
  clusterName: string;
  /** `YYYY-MM-DD`, both inclusive. */
  firstDay: string;
  lastDay: string;
}

/** The longest quarter of a month; a month always has more days. */
export const maxDaysPerQuarter = 8;

/** The first half of a quarter, and the second one of all but the last. */
export const daysPerHalf = 4;

/**
 * Closed periods with days in the ledger that have not been rolled up since their days last
 * changed. A day is closed an hour after its end, because late reports would invalidate the sums.
 * The closed days of the current quarter are a period if there are several.
 */
export async function findClosedPeriods(
  db: Kysely<Warehouse>,
  { organizationId, now }: { organizationId: string | undefined; now: Date },
): Promise<ClusterPeriod[]> {
  const lastClosed = new Date(now.getTime() - hourMs - dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<ClusterPeriod>`
    select distinct cluster.organization_id as "organizationId", cluster.id as "clusterId",
      cluster.name as "clusterName", first_day::text as "firstDay", last_day::text as "lastDay"
    from clusters as cluster
    cross join lateral (
      select min(day) as first_known, max(day) as last_known from cluster_days as bill
      where ${isOfCluster} having min(day) is not null
    ) as known
    cross join lateral generate_series(
      date_trunc('month', first_known::timestamp), last_known::timestamp, interval '1 month') as month
    cross join lateral (
      select month::date + first as first_day, coalesce(month::date + last,
        (month + interval '1 month')::date - 1) as end_day
      from (values (0, null), (0, 7), (8, 15), (16, 23), (24, null),
        (0, 3), (4, 7), (8, 11), (12, 15), (16, 19), (20, 23), (24, 27), (28, null)) as part (first, last)
    ) as whole
    cross join lateral (
      select case when end_day - first_day >= ${daysPerHalf} and end_day - first_day < ${maxDaysPerQuarter}
        then least(end_day, ${lastClosed}::date) else end_day end as last_day
    ) as period
    where cluster.organization_id in (select id from organizations where is_home and is_writable)
      and first_day < last_day and last_day <= ${lastClosed}::date
      and ${organizationId === undefined ? sql`true` : sql`cluster.organization_id = ${organizationId}::uuid`}
      and not exists (
        select from cluster_periods as bill
        where ${isOfCluster} and bill.first_day = whole.first_day and bill.last_day = period.last_day)
      and exists (
        select from cluster_days as bill
        where ${isOfCluster} and bill.day between whole.first_day and period.last_day)
    order by 1, 2, 4, 5`.execute(db);
  return rows;
}

const hourMs = dayMs / 24;
const isOfCluster = sql`
  bill.organization_id = cluster.organization_id and bill.cluster_id = cluster.id`;
