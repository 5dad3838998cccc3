import { preferAllowed } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { selectWorkloads } from './select-workloads.ts';
import { workloadColumns } from './workload-columns.ts';

/**
 * The workload with a Kubernetes uid. If a restored cluster repeats it: the one that the key may
 * read, then the one seen last, then the one with the lowest cluster id.
 */
export function selectWorkload(
  db: Kysely<WorkloadRows>,
  organizationId: string,
  uid: string,
  allowedClusters: readonly string[] | null,
  basis: Basis,
) {
  const found = selectWorkloads(db, organizationId)
    .where('workload.uid', '=', uid)
    .select(workloadColumns(basis, null));
  return preferAllowed(found, 'workload', allowedClusters).limit(1).executeTakeFirst();
}
