import { atLeast, defineList, type ListPart } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { isOwnedBy } from '../queries/is-owned-by.ts';
import { selectOwnedWorkloads, selectWorkloads } from '../queries/select-workloads.ts';
import { workloadColumns } from '../queries/workload-columns.ts';
import { toWorkload } from '../resources/to-workload.ts';

/**
 * Workloads, highest run rate over the basis first, ties by uid, then by cluster, because a
 * restored cluster may repeat a uid.
 */
const workloadsOver = (basis: Basis) =>
  defineList({
    from: selectWorkloads,
    clusters: 'workload.cluster_id',
    filters: {
      namespace: 'workload.namespace',
      kind: 'workload.kind',
      has_hpa: 'workload.has_hpa',
      min_cost_hourly: atLeast(`workload.run_rate_${basis}_rank`),
      teams: isOwnedBy,
      departmentTeams: isOwnedBy,
    },
    order: {
      run_rate_rank: `workload.run_rate_${basis}_rank`,
      uid: 'workload.uid',
      cluster_id: 'workload.cluster_id',
    },
    formerRanks: `workloads.run_rate_${basis}_rank`,
    mergeBy: {
      teams: workloadsOfTeam(basis),
      departmentTeams: workloadsOfTeam(basis),
      clusters: { column: 'workload.cluster_id', type: 'uuid' },
      namespace: { column: 'workload.namespace', type: 'text' },
    },
    keysFirst: {
      key: { cluster_id: 'workload.cluster_id', uid: 'workload.uid' },
      when: 'merged',
    },
    isSized: true,
    select: (workloads, _, clusters) => workloads.select(workloadColumns(basis, clusters)),
    toResource: (row, { costMode, organization: { currency } }) =>
      toWorkload(row, { basis, costMode, currency }),
  });

/** `workload_teams` has copies of rank and cluster, so that its own index has the order of the list. */
const workloadsOfTeam = (basis: Basis): ListPart => ({
  column: 'owner.team_id',
  type: 'uuid',
  from: selectOwnedWorkloads,
  clusters: 'owner.cluster_id',
  filters: { min_cost_hourly: atLeast(`owner.run_rate_${basis}_rank`) },
  order: {
    run_rate_rank: `owner.run_rate_${basis}_rank`,
    uid: 'owner.workload_uid',
    cluster_id: 'owner.cluster_id',
  },
});

export const workloadLists = { legacy: workloadsOver('legacy'), all: workloadsOver('all') };
