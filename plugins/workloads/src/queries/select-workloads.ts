import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';

/** The workloads of an organization, as of each cluster's newest snapshot. */
export const selectWorkloads = (db: Kysely<WorkloadRows>, organizationId: string) =>
  db
    .selectFrom('workloads as workload')
    .where('workload.organization_id', '=', organizationId)
    .where('workload.gone_at', 'is', null);

/** The same, with one row for each team that owns them. */
export const selectOwnedWorkloads = (db: Kysely<WorkloadRows>, organizationId: string) =>
  selectWorkloads(db, organizationId)
    .innerJoin('workload_teams as owner', (join) =>
      join
        .onRef('owner.organization_id', '=', 'workload.organization_id')
        .onRef('owner.cluster_id', '=', 'workload.cluster_id')
        .onRef('owner.workload_uid', '=', 'workload.uid'),
    )
    .where('owner.organization_id', '=', organizationId);
