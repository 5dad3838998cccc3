import {
  notFound,
  type Parameters,
  type RequestContext,
  requireAllowed,
} from '@costplane/plugin-api';
import { type WorkloadRow } from '../queries/workload-columns.ts';
import { selectWorkload } from '../queries/select-workload.ts';
import { type WorkloadRows } from '../tables.ts';

type LookupContext = Pick<
  RequestContext<WorkloadRows, Parameters, Parameters, unknown>,
  'db' | 'organization' | 'allowedClusters' | 'basis'
> & { readonly params: { readonly workload_uid: string } };

/** The workload in the path: 404 if it does not exist, 403 if the key may not read its cluster. */
export async function findWorkload({
  db,
  organization,
  allowedClusters,
  basis,
  params: { workload_uid: uid },
}: LookupContext): Promise<WorkloadRow> {
  const row = await selectWorkload(db, organization.id, uid, allowedClusters, basis);
  if (!row) throw notFound('WORKLOAD_NOT_FOUND', 'workload_uid');
  requireAllowed(row.cluster_id, allowedClusters);
  return row;
}
