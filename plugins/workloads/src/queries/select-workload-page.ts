import {
  mergedPage,
  orderedPage,
  type PageQuery,
  untilPageIsFull,
} from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { listsToMerge, type WorkloadKey } from './lists-to-merge.ts';
import { workloadColumns, type WorkloadRow } from './workload-columns.ts';
import { isMatch, type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** The sort key of a row, as a cursor holds it. */
export const workloadKey = (row: WorkloadRow) => [row.run_rate_rank, row.uid, row.cluster_id];

/**
 * The rows of one page and one more: highest run rate over the basis first, ties by uid, then by
 * cluster. Of a page that is merged from several lists the keys are read first, so that only what
 * is on it is described.
 */
export function selectWorkloadPage(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  page: PageRequest,
): Promise<readonly WorkloadRow[]> {
  const lists = listsToMerge(db, scope, filters);
  const rows = lists
    ? selectRows(db, scope, mergedPage(db, lists, page))
    : wholePage(db, scope, filters, page);
  return untilPageIsFull(db, rows, ['run_rate_rank', 'uid', 'cluster_id']).execute();
}

function wholePage(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  page: PageRequest,
): PageQuery<WorkloadRow> {
  const query = db
    .selectFrom('workloads as workload')
    .select(workloadColumns(scope.basis))
    .where(isMatch(scope, filters));
  const order = {
    run_rate_rank: `workload.run_rate_${scope.basis}_rank`,
    uid: 'workload.uid',
    cluster_id: 'workload.cluster_id',
  };
  return orderedPage(db, { query, order }, page);
}

const selectRows = (
  db: Kysely<WorkloadRows>,
  { organizationId, basis }: WorkloadScope,
  keys: PageQuery<WorkloadKey>,
) =>
  db
    .selectFrom(keys.as('page'))
    .innerJoin('workloads as workload', (join) =>
      join
        .on('workload.organization_id', '=', organizationId)
        .onRef('workload.cluster_id', '=', 'page.cluster_id')
        .onRef('workload.uid', '=', 'page.uid'),
    )
    .select(workloadColumns(basis))
    .orderBy('page.run_rate_rank')
    .orderBy('page.uid')
    .orderBy('page.cluster_id');
