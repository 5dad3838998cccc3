import { anyOf } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type OrganizationRows } from '../tables.ts';
import { type TotalsScope } from './select-cluster-totals.ts';

/** The clusters with the highest run rate over the basis, ties by id; unknown costs come last. */
export function selectTopClusters(
  db: Kysely<OrganizationRows>,
  { organizationId, allowedClusters }: TotalsScope,
  basis: Basis,
  limit: number,
) {
  const query = db
    .selectFrom('clusters')
    .select(['id', 'name', `run_rate_${basis}_hourly as run_rate_hourly`])
    .where('organization_id', '=', organizationId)
    .orderBy(`run_rate_${basis}_rank`)
    .orderBy('id')
    .limit(limit);
  return allowedClusters ? query.where('id', '=', anyOf(allowedClusters, 'uuid')) : query;
}

export type TopClusterRow = Awaited<
  ReturnType<ReturnType<typeof selectTopClusters>['executeTakeFirstOrThrow']>
>;
