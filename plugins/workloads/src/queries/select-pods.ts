import { anyOf, clusterName, orderedPage, untilPageIsFull } from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';

/** The workload whose pods are listed. */
export interface PodScope {
  readonly organizationId: string;
  readonly clusterId: string;
  readonly workloadUid: string;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface PodFilters {
  readonly namespace?: readonly string[] | undefined;
  readonly node_uid?: readonly string[] | undefined;
  readonly phase?: readonly string[] | undefined;
  readonly qos_class?: readonly string[] | undefined;
  readonly has_hostpath?: boolean | undefined;
  readonly has_emptydir?: boolean | undefined;
  readonly host_network?: boolean | undefined;
}

/**
 * The rows of one page of pods and one more, highest run rate first, ties by uid. Pods have no
 * component but compute: their order is the same over both bases.
 */
export function selectPodPage(
  db: Kysely<WorkloadRows>,
  scope: PodScope,
  filters: PodFilters,
  basis: Basis,
  page: PageRequest,
) {
  const query = filterPods(db, scope, filters)
    .select(podColumns)
    .select(`pod.run_rate_${basis}_hourly as run_rate_hourly`)
    .select(clusterName('pod'));
  const order = { run_rate_legacy_rank: 'pod.run_rate_legacy_rank', uid: 'pod.uid' };
  const rows = orderedPage(db, { query, order }, page);
  return untilPageIsFull(db, rows, ['run_rate_legacy_rank', 'uid']);
}

/** A row of a page of pods. */
export type PodRow = Awaited<ReturnType<ReturnType<typeof selectPodPage>['execute']>>[number];

/** How many pods match, whatever the page. */
export const countPods = (db: Kysely<WorkloadRows>, scope: PodScope, filters: PodFilters) =>
  filterPods(db, scope, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();

function filterPods(db: Kysely<WorkloadRows>, scope: PodScope, filters: PodFilters) {
  let query = db
    .selectFrom('pods as pod')
    .where('pod.organization_id', '=', scope.organizationId)
    .where('pod.cluster_id', '=', scope.clusterId)
    .where('pod.workload_uid', '=', scope.workloadUid)
    .where('pod.gone_at', 'is', null);
  const { node_uid } = filters;
  if (node_uid) query = query.where('pod.node_uid', '=', anyOf(node_uid, 'uuid'));
  for (const column of ['namespace', 'phase', 'qos_class'] as const) {
    const values = filters[column];
    if (values) query = query.where(`pod.${column}`, '=', anyOf(values, 'text'));
  }
  for (const column of ['has_hostpath', 'has_emptydir', 'host_network'] as const) {
    const value = filters[column];
    if (value !== undefined) query = query.where(`pod.${column}`, '=', value);
  }
  return query;
}

const podColumns = [
  'pod.cluster_id',
  'pod.uid',
  'pod.namespace',
  'pod.name',
  'pod.workload_uid',
  'pod.workload_kind',
  'pod.workload_name',
  'pod.node_uid',
  'pod.node_name',
  'pod.phase',
  'pod.reason',
  'pod.qos_class',
  'pod.pod_ip',
  'pod.host_ip',
  'pod.host_network',
  'pod.priority_class',
  'pod.has_hostpath',
  'pod.has_emptydir',
  'pod.labels',
  'pod.page_bytes',
  'pod.created_at_k8s',
  'pod.last_seen_at',
  'pod.cpu_limit_cores',
  'pod.memory_limit_bytes',
  'pod.cpu_requested_cores',
  'pod.cpu_used_cores',
  'pod.memory_requested_bytes',
  'pod.memory_used_bytes',
  'pod.containers',
  'pod.running_containers',
  'pod.ready_containers',
  'pod.restarts_total',
  'pod.oom_kills_total',
  'pod.compute_cpu_hourly',
  'pod.compute_ram_hourly',
  'pod.compute_gpu_hourly',
  'pod.run_rate_legacy_rank',
  'pod.is_compute_partial',
  'pod.cost_updated_at',
] as const;
