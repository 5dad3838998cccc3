import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type OrganizationRows } from '../tables.ts';
import { type MonthScope, selectMonthCost } from './select-month-cost.ts';
import { type TotalsScope } from './select-cluster-totals.ts';

/**
 * The clusters with the highest run rate over the basis, ties by id, and their cost of the month.
 * Unknown run rates come last.
 */
export function selectTopClusters(
  db: Kysely<OrganizationRows>,
  { organizationId, allowedClusters }: TotalsScope,
  month: MonthScope,
  limit: number,
) {
  const ofCluster = selectMonthCost(db, { organizationId, allowedClusters: null }, month).where(
    sql<boolean>`cluster_days.cluster_id = clusters.id`,
  );
  const query = db
    .selectFrom('clusters')
    .select(['id', 'name', `run_rate_${month.basis}_hourly as run_rate_hourly`])
    .select(ofCluster.as('month_cost'))
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'disconnected')
    .orderBy(`run_rate_${month.basis}_rank`)
    .orderBy('id')
    .limit(limit);
  return allowedClusters ? query.where('id', '=', anyOf(allowedClusters, 'uuid')) : query;
}

export type TopClusterRow = Awaited<
  ReturnType<ReturnType<typeof selectTopClusters>['executeTakeFirstOrThrow']>
>;
