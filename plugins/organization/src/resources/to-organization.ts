import { type Basis, toCostBlock, utilizationPercentOf } from '@costplane/kernel/schema';
import { type ClusterTotals } from '../queries/select-cluster-totals.ts';
import { type Organization } from './organization-schema.ts';

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly plan_type: string;
  readonly is_active: boolean;
  readonly created_at: string;
}

/** What the body is made of. */
export interface OrganizationFigures {
  readonly organization: OrganizationRow;
  readonly totals: ClusterTotals;
  readonly gpuModels: readonly string[];
  readonly recommendations: number;
  readonly basis: Basis;
  readonly currency: string;
}

/** The organization's row and the sums over its clusters as the contract's Organization. */
export function toOrganization(figures: OrganizationFigures): Organization {
  const { id, ...metadata } = figures.organization;
  return {
    id,
    kind: 'Organization',
    metadata,
    capacity: toCapacity(figures),
    utilization: toUtilization(figures),
    cost: toCost(figures),
  };
}

const toCapacity = ({ totals, gpuModels }: OrganizationFigures): Organization['capacity'] => ({
  cpu: {
    total_cores: Number(totals.cpu_total_cores),
    allocatable_cores: Number(totals.cpu_allocatable_cores),
  },
  memory: {
    total_bytes: totals.memory_total_bytes ?? 0,
    allocatable_bytes: totals.memory_allocatable_bytes ?? 0,
  },
  gpu: {
    total: totals.gpu_total,
    allocatable: totals.gpu_allocatable,
    model: gpuModels.join(', '),
  },
  storage: { total_bytes: totals.storage_total_bytes ?? 0 },
});

function toUtilization({
  totals,
  recommendations,
}: OrganizationFigures): Organization['utilization'] {
  const usedCores = numberOrNull(totals.cpu_used_cores);
  const usedBytes = totals.memory_used_bytes;
  return {
    cpu: {
      requested_cores: Number(totals.cpu_requested_cores),
      used_cores: usedCores ?? undefined,
      utilization_percent: utilizationPercentOf(
        usedCores,
        numberOrNull(totals.measured_allocatable_cores),
      ),
    },
    memory: {
      requested_bytes: totals.memory_requested_bytes ?? 0,
      used_bytes: usedBytes ?? undefined,
      utilization_percent: utilizationPercentOf(usedBytes, totals.measured_allocatable_bytes),
    },
    counts: {
      clusters: totals.clusters,
      connected_clusters: totals.connected_clusters,
      nodes: totals.nodes,
      namespaces: totals.namespaces,
      workloads: totals.workloads,
      pods: totals.pods,
      containers: totals.containers,
      persistent_volumes: totals.persistent_volumes,
      recommendations,
    },
  };
}

const toCost = ({ totals, basis, currency }: OrganizationFigures) =>
  toCostBlock({
    currency,
    basis,
    runRateHourly: totals.run_rate_hourly,
    components: {
      'compute.cpu': totals.compute_cpu_hourly,
      'compute.ram': totals.compute_ram_hourly,
      'compute.gpu': totals.compute_gpu_hourly,
      'storage.pv': totals.storage_pv_hourly,
      management: totals.management_hourly,
    },
    unallocatedHourly: totals.unallocated_hourly,
    isComputePartial: totals.is_compute_partial,
    lastUpdatedAt: totals.cost_updated_at,
  });

const numberOrNull = (decimal: string | null) => (decimal === null ? null : Number(decimal));
