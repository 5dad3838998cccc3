import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type ClusterRows } from '../tables.ts';

/** The five workloads of a namespace that cost most over the basis, unknown costs last. */
export function selectTopWorkloads(
  db: Kysely<ClusterRows>,
  organizationId: string,
  { clusterId, namespace }: { readonly clusterId: string; readonly namespace: string },
  basis: Basis,
) {
  return db
    .selectFrom('workloads')
    .select(['uid', 'name', `run_rate_${basis}_hourly as run_rate_hourly`])
    .where('organization_id', '=', organizationId)
    .where('namespace', '=', namespace)
    .where('cluster_id', '=', clusterId)
    .where('gone_at', 'is', null)
    .orderBy(`run_rate_${basis}_rank`)
    .orderBy('uid')
    .limit(5);
}

/** A row of the query above. */
export type TopWorkloadRow = Awaited<
  ReturnType<ReturnType<typeof selectTopWorkloads>['executeTakeFirstOrThrow']>
>;
