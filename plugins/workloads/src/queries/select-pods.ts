import { clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { expressionBuilder, type Kysely, type Selection } from 'kysely';
import { type WorkloadRows } from '../tables.ts';

type PodTables = WorkloadRows & { readonly pod: WorkloadRows['pods'] };

/** The pods of an organization that are in the newest snapshots. */
export const selectPods = (db: Kysely<WorkloadRows>, organizationId: string) =>
  db
    .selectFrom('pods as pod')
    .where('pod.organization_id', '=', organizationId)
    .where('pod.gone_at', 'is', null);

/** What a Pod is made of: the columns of its row, and the name of its cluster. */
export const podColumns = (basis: Basis) => [
  ...ownColumns,
  expressionBuilder<PodTables, 'pod'>().ref(`pod.run_rate_${basis}_hourly`).as('run_rate_hourly'),
  clusterName('pod'),
];

const ownColumns = [
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

/** A row of these columns. */
export type PodRow = Selection<PodTables, 'pod', ReturnType<typeof podColumns>[number]>;
