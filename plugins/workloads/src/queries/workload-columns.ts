import { clusterName } from '@costplane/plugin-api/listing';
import { type Basis } from '@costplane/plugin-api/schema';
import { expressionBuilder, type Selection } from 'kysely';
import { type WorkloadTables } from '../tables.ts';

/** What a Workload is made of: the columns of its row, and the name of its cluster. */
export const workloadColumns = (basis: Basis) => columnsByBasis[basis];

function columnsOver(basis: Basis) {
  const eb = expressionBuilder<WorkloadTables, 'workload'>();
  return [
    ...ownColumns,
    eb.ref(`workload.run_rate_${basis}_rank`).as('run_rate_rank'),
    eb.ref(`workload.run_rate_${basis}_hourly`).as('run_rate_hourly'),
    clusterName('workload'),
  ];
}

const ownColumns = [
  'workload.cluster_id',
  'workload.uid',
  'workload.namespace',
  'workload.name',
  'workload.kind',
  'workload.labels',
  'workload.page_bytes',
  'workload.service_account_name',
  'workload.status',
  'workload.status_reason',
  'workload.is_suspended',
  'workload.is_paused',
  'workload.has_hpa',
  'workload.created_at_k8s',
  'workload.last_seen_at',
  'workload.cpu_limit_cores',
  'workload.memory_limit_bytes',
  'workload.cpu_requested_cores',
  'workload.cpu_used_cores',
  'workload.memory_requested_bytes',
  'workload.memory_used_bytes',
  'workload.replicas_desired',
  'workload.replicas_available',
  'workload.replicas_unavailable',
  'workload.replicas_updated',
  'workload.pods',
  'workload.running_pods',
  'workload.containers',
  'workload.compute_cpu_hourly',
  'workload.compute_ram_hourly',
  'workload.compute_gpu_hourly',
  'workload.storage_pv_hourly',
  'workload.is_compute_partial',
  'workload.cost_updated_at',
] as const;

/** Made once: a page asks for the same columns every time. */
const columnsByBasis = { legacy: columnsOver('legacy'), all: columnsOver('all') };

/** A row of these columns. */
export type WorkloadRow = Selection<
  WorkloadTables,
  'workload',
  ReturnType<typeof workloadColumns>[number]
>;
