import { defineList } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { podColumns, selectPods } from '../queries/select-pods.ts';
import { toPod } from '../resources/to-pod.ts';

/**
 * Pods of one workload, highest run rate first, ties by uid. Pods only have compute costs, so one
 * order serves both bases.
 */
const podsOver = (basis: Basis) =>
  defineList({
    from: selectPods,
    clusters: 'pod.cluster_id',
    filters: {
      workload_uid: 'pod.workload_uid',
      namespace: 'pod.namespace',
      node_uid: 'pod.node_uid',
      phase: 'pod.phase',
      qos_class: 'pod.qos_class',
      has_hostpath: 'pod.has_hostpath',
      has_emptydir: 'pod.has_emptydir',
      host_network: 'pod.host_network',
    },
    order: { run_rate_legacy_rank: 'pod.run_rate_legacy_rank', uid: 'pod.uid' },
    formerRanks: 'pods.run_rate_legacy_rank',
    mergeBy: { clusters: { column: 'pod.cluster_id', type: 'uuid' } },
    isSized: true,
    select: (pods, _, clusters) => pods.select(podColumns(basis, clusters)),
    toResource: (row, { costMode, organization: { currency } }) =>
      toPod(row, { basis, costMode, currency }),
  });

export const podLists = { legacy: podsOver('legacy'), all: podsOver('all') };
