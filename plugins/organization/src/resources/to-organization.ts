import {
  type CostView,
  toBillCost,
  toCpuUse,
  toMemoryUse,
  toMoney,
} from '@costplane/plugin-api/schema';
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

/** The query results that the response is computed from. */
export interface OrganizationFigures extends CostView {
  readonly organization: OrganizationRow;
  readonly totals: ClusterTotals;
  readonly connectedClusters: number;
  readonly recommendations: number;
}

/** The contract's Organization: its own row, and the sums over its clusters. */
export function toOrganization(figures: OrganizationFigures): Organization {
  const { id, ...metadata } = figures.organization;
  return {
    id,
    kind: 'Organization',
    metadata,
    capacity: toCapacity(figures),
    utilization: toUtilization(figures),
    cost: {
      ...toBillCost(figures.totals, figures),
      current_run_rate_hourly: toMoney(figures.totals.run_rate_hourly, figures.currency),
    },
  };
}

const toCapacity = ({ totals }: OrganizationFigures): Organization['capacity'] => ({
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
    model: [...new Set(totals.gpu_models.flat())].toSorted().join(', '),
  },
  storage: { total_bytes: totals.storage_total_bytes ?? 0 },
});

function toUtilization({
  totals,
  connectedClusters,
  recommendations,
}: OrganizationFigures): Organization['utilization'] {
  return {
    cpu: {
      requested_cores: Number(totals.cpu_requested_cores),
      ...toCpuUse(totals.cpu_used_cores, totals.measured_allocatable_cores),
    },
    memory: {
      requested_bytes: totals.memory_requested_bytes ?? 0,
      ...toMemoryUse(totals.memory_used_bytes, totals.measured_allocatable_bytes),
    },
    counts: {
      clusters: totals.clusters,
      connected_clusters: connectedClusters,
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
