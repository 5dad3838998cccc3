import {
  anyOf,
  areFew,
  type ListsBy,
  type OrderedList,
  rankOfAtLeast,
} from '@costplane/plugin-api/listing';
import { type Expression, type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';
import { isMatch, type WorkloadFilters, type WorkloadScope } from './workload-filters.ts';

/** What a page needs of a workload to be put in order and to be found again. */
export interface WorkloadKey {
  readonly run_rate_rank: number;
  readonly uid: string;
  readonly cluster_id: string;
}

/**
 * The lists that a page is merged from: of the teams, the clusters or the namespaces that are asked
 * for, where these are few. `undefined`: the page is read from one list, the organization's.
 */
export function listsToMerge(
  db: Kysely<WorkloadRows>,
  scope: WorkloadScope,
  filters: WorkloadFilters,
): ListsBy<WorkloadKey> | undefined {
  const { teams, departmentTeams, namespace } = filters;
  const ofTeams = (values: readonly string[], others: WorkloadFilters): ListsBy<WorkloadKey> => ({
    values,
    type: 'uuid',
    listOf: (team) => workloadsOfTeam(db, team, scope, others),
  });
  if (teams && areFew(teams)) return ofTeams(teams, { ...filters, teams: undefined });
  if (departmentTeams && areFew(departmentTeams)) {
    return ofTeams(departmentTeams, { ...filters, departmentTeams: undefined });
  }
  if (scope.clusters && areFew(scope.clusters)) {
    const { query, order } = workloads(db, { ...scope, clusters: null }, filters);
    const toList = (cluster: Expression<string>) => ({
      query: query.where('workload.cluster_id', '=', cluster),
      order,
    });
    return { values: scope.clusters, type: 'uuid', listOf: toList };
  }
  if (namespace && areFew(namespace)) {
    const { query, order } = workloads(db, scope, { ...filters, namespace: undefined });
    const toList = (name: Expression<string>) => ({
      query: query.where('workload.namespace', '=', name),
      order,
    });
    return { values: namespace, type: 'text', listOf: toList };
  }
  return undefined;
}

function workloads(db: Kysely<WorkloadRows>, scope: WorkloadScope, filters: WorkloadFilters) {
  const rank = `workload.run_rate_${scope.basis}_rank` as const;
  return {
    query: db
      .selectFrom('workloads as workload')
      .select([`${rank} as run_rate_rank`, 'workload.uid', 'workload.cluster_id'])
      .where(isMatch(scope, filters)),
    order: { run_rate_rank: rank, uid: 'workload.uid', cluster_id: 'workload.cluster_id' },
  };
}

/**
 * The same over who owns them. Its rows repeat the rank, so that what is told by the rank and by
 * the cluster is told in its index.
 */
function workloadsOfTeam(
  db: Kysely<WorkloadRows>,
  team: Expression<string>,
  { organizationId, clusters, basis }: WorkloadScope,
  { min_cost_hourly, ...others }: WorkloadFilters,
): OrderedList<WorkloadKey> {
  const rank = `owner.run_rate_${basis}_rank` as const;
  let query = db
    .selectFrom('workload_teams as owner')
    .innerJoin('workloads as workload', (join) =>
      join
        .onRef('workload.organization_id', '=', 'owner.organization_id')
        .onRef('workload.cluster_id', '=', 'owner.cluster_id')
        .onRef('workload.uid', '=', 'owner.workload_uid'),
    )
    .select([`${rank} as run_rate_rank`, 'owner.workload_uid as uid', 'owner.cluster_id'])
    .where('owner.organization_id', '=', organizationId)
    .where('owner.team_id', '=', team)
    .where(isMatch({ organizationId, clusters: null, basis }, others));
  if (clusters) query = query.where('owner.cluster_id', '=', anyOf(clusters, 'uuid'));
  if (min_cost_hourly !== undefined) {
    query = query.where(rank, '<=', rankOfAtLeast(min_cost_hourly));
  }
  return {
    query,
    order: { run_rate_rank: rank, uid: 'owner.workload_uid', cluster_id: 'owner.cluster_id' },
  };
}
