import { type PageRequest } from '@costplane/kernel';
import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { pageOfWorkloads } from './page-of-workloads.ts';
import { workloadColumns, type WorkloadRow } from './workload-columns.ts';
import { type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** The sort key of a row, as a cursor holds it. */
export const workloadKey = (row: WorkloadRow) => [row.run_rate_rank, row.uid, row.cluster_id];

/**
 * The rows of one page and one more, in the order of {@link pageOfWorkloads}: its keys first, so
 * that only what is on the page is described.
 */
export const selectWorkloadPage = (
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  page: PageRequest,
) =>
  db
    .selectFrom(pageOfWorkloads(db, scope, filters, page).as('page'))
    .innerJoin('workloads as workload', (join) =>
      join
        .on('workload.organization_id', '=', scope.organizationId)
        .onRef('workload.cluster_id', '=', 'page.cluster_id')
        .onRef('workload.uid', '=', 'page.uid'),
    )
    .select(workloadColumns(scope.basis))
    .orderBy('page.run_rate_rank')
    .orderBy('page.uid')
    .orderBy('page.cluster_id');
