import {
  areFew,
  mergedPage,
  type OrderedList,
  pageInClusters,
  type PageQuery,
  type PageRequest,
} from '@costplane/kernel';
import { type Expression, type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { workloadColumns, type WorkloadRow } from './workload-columns.ts';
import { isMatch, type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** The sort key of a row, as a cursor holds it. */
export const workloadKey = (row: WorkloadRow) => [row.run_rate_rank, row.uid, row.cluster_id];

/**
 * The rows of one page and one more: highest run rate over the basis first, ties by uid, then by
 * cluster. Read over the index of the teams, namespaces or clusters that are asked for, else over
 * the organization's.
 */
export function selectWorkloadPage(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
  page: PageRequest,
): PageQuery<WorkloadRow> {
  const { teams, departmentTeams, namespace } = filters;
  const ofTeams = (values: readonly string[], others: WorkloadFilters) => {
    const listOf = (team: Expression<string>) => workloadsOfTeam(db, team, scope, others);
    return mergedPage(db, { values, type: 'uuid', listOf }, page);
  };
  if (teams) return ofTeams(teams, { ...filters, teams: undefined });
  if (departmentTeams) return ofTeams(departmentTeams, { ...filters, departmentTeams: undefined });
  if (namespace && areFew(namespace)) {
    const { query, order } = workloads(db, scope, { ...filters, namespace: undefined });
    const listOf = (name: Expression<string>) => ({
      query: query.where('workload.namespace', '=', name),
      order,
    });
    return mergedPage(db, { values: namespace, type: 'text', listOf }, page);
  }
  const inClusters = (clusters: readonly string[] | null) =>
    workloads(db, { ...scope, clusters }, filters);
  return pageInClusters(db, scope.clusters, 'workload.cluster_id', inClusters, page);
}

const workloads = (db: Kysely<WorkloadRows>, scope: WorkloadScope, filters: WorkloadFilters) => ({
  query: db
    .selectFrom('workloads as workload')
    .select(workloadColumns(scope.basis))
    .where(isMatch(scope, filters)),
  order: {
    run_rate_rank: `workload.run_rate_${scope.basis}_rank`,
    uid: 'workload.uid',
    cluster_id: 'workload.cluster_id',
  },
});

/** The same over who owns them, whose rows repeat the rank. */
const workloadsOfTeam = (
  db: Kysely<WorkloadRows>,
  team: Expression<string>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
): OrderedList<WorkloadRow> => ({
  query: db
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
    .where(isMatch(scope, filters)),
  order: {
    run_rate_rank: `owner.run_rate_${scope.basis}_rank`,
    uid: 'owner.workload_uid',
    cluster_id: 'owner.cluster_id',
  },
});
