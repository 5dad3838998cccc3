import { afterKey, mergeLists, type PageRequest } from '@costplane/kernel';
import { type Expression, type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { workloadColumns, type WorkloadRow } from './workload-columns.ts';
import { isMatch, type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** The list of more values than these is most of the whole list, and read as such. */
const mostLists = 32;

/** The sort key of a row, as a cursor holds it. */
export const workloadKey = (row: WorkloadRow) => [row.run_rate_rank, row.uid, row.cluster_id];

/**
 * The rows of one page and one more: highest run rate over the basis first, ties by uid, then by
 * cluster. Read over the index of the teams, namespaces or clusters that are asked for, else over
 * the organization's.
 */
export async function selectWorkloadPage(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  page: PageRequest,
): Promise<readonly WorkloadRow[]> {
  const { teams, departmentTeams, namespace } = filters;
  const merged = (values: readonly string[], type: 'uuid' | 'text', listOf: ListOf) =>
    merge(db, values, type, listOf, page);

  if (teams) {
    const others = { ...filters, teams: undefined };
    return merged(teams, 'uuid', (team) => workloadsOfTeam(db, team, scope, others, page));
  }
  if (departmentTeams) {
    const others = { ...filters, departmentTeams: undefined };
    return merged(departmentTeams, 'uuid', (team) =>
      workloadsOfTeam(db, team, scope, others, page),
    );
  }
  if (namespace && namespace.length <= mostLists) {
    const others = { ...filters, namespace: undefined };
    return merged(namespace, 'text', (name) =>
      workloads(db, scope, others, page).where('workload.namespace', '=', name),
    );
  }
  const { clusters } = scope;
  if (clusters && clusters.length <= mostLists) {
    const anywhere = { ...scope, clusters: null };
    return merged(clusters, 'uuid', (cluster) =>
      workloads(db, anywhere, filters, page).where('workload.cluster_id', '=', cluster),
    );
  }
  return workloads(db, scope, filters, page).execute();
}

type ListOf = (value: Expression<string>) => ReturnType<typeof workloads>;

async function merge(
  db: Kysely<WorkloadRows>,
  values: readonly string[],
  type: 'uuid' | 'text',
  listOf: ListOf,
  { limit }: PageRequest,
): Promise<readonly WorkloadRow[]> {
  const columns = ['run_rate_rank', 'uid', 'cluster_id'];
  const page = mergeLists({ values, type, listOf, columns, limit: limit + 1 });
  return (await page.execute(db)).rows;
}

function workloads(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  { after, limit }: PageRequest,
) {
  const rank = `workload.run_rate_${scope.basis}_rank` as const;
  const query = db
    .selectFrom('workloads as workload')
    .select(workloadColumns(scope.basis))
    .where(isMatch(scope, filters))
    .orderBy(rank)
    .orderBy('workload.uid')
    .orderBy('workload.cluster_id')
    .limit(limit + 1);
  return after
    ? query.where(afterKey([rank, 'workload.uid', 'workload.cluster_id'], after))
    : query;
}

function workloadsOfTeam(
  db: Kysely<WorkloadRows>,
  team: Expression<string>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  { after, limit }: PageRequest,
) {
  const rank = `owner.run_rate_${scope.basis}_rank` as const;
  const query = db
    .selectFrom('workload_teams as owner')
    .innerJoin('workloads as workload', (join) =>
      join
        .onRef('workload.organization_id', '=', 'owner.organization_id')
        .onRef('workload.cluster_id', '=', 'owner.cluster_id')
        .onRef('workload.uid', '=', 'owner.workload_uid'),
    )
    .select(workloadColumns(scope.basis))
    .where('owner.organization_id', '=', scope.organizationId)
    .where('owner.team_id', '=', team)
    .where(isMatch(scope, filters))
    .orderBy(rank)
    .orderBy('owner.workload_uid')
    .orderBy('owner.cluster_id')
    .limit(limit + 1);
  return after
    ? query.where(afterKey([rank, 'owner.workload_uid', 'owner.cluster_id'], after))
    : query;
}
