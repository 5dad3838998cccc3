import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type OrganizationRows } from '../tables.ts';
import { type TotalsScope } from './select-cluster-totals.ts';

/**
 * Number of pending recommendations, the hourly savings of those that lower the cost, and the
 * additional hourly cost of the others.
 */
export function selectPendingSavings(
  db: Kysely<OrganizationRows>,
  { organizationId, allowedClusters }: TotalsScope,
) {
  const query = db
    .selectFrom('recommendations')
    .select(({ fn }) => [
      fn.countAll<number>().as('recommendations'),
      sql<string>`coalesce(sum(greatest(estimated_savings_hourly, 0)), 0)`.as('savings_hourly'),
      sql<string>`coalesce(sum(greatest(-estimated_savings_hourly, 0)), 0)`.as('increase_hourly'),
    ])
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending');
  return allowedClusters ? query.where('cluster_id', '=', anyOf(allowedClusters, 'uuid')) : query;
}

export type PendingSavings = Awaited<
  ReturnType<ReturnType<typeof selectPendingSavings>['executeTakeFirstOrThrow']>
>;
