import { anyOf } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { selectWorkloads } from './select-workloads.ts';
import { workloadColumns } from './workload-columns.ts';

/** The workload with a Kubernetes uid. If a restored cluster repeats it: one that the key may read. */
export function selectWorkload(
  db: Kysely<WorkloadRows>,
  organizationId: string,
  uid: string,
  allowedClusters: readonly string[] | null,
  basis: Basis,
) {
  return selectWorkloads(db, organizationId)
    .where('workload.uid', '=', uid)
    .select(workloadColumns(basis, null))
    .orderBy(sql`workload.cluster_id = ${anyOf(allowedClusters ?? [], 'uuid')}`, 'desc')
    .orderBy('workload.last_seen_at', 'desc')
    .orderBy('workload.cluster_id')
    .limit(1)
    .executeTakeFirst();
}
