import { clusterWorkloads } from '../../api/workloads.ts';
import { useView } from '../../parts/view.tsx';
import { workloadFilters } from '../../parts/workload-filters.ts';
import { WorkloadList } from '../../parts/workload-list.tsx';

const { namespace, kind, team, department, autoscaled, rate } = workloadFilters;

export function Workloads({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  return (
    <WorkloadList
      ask={(query) => clusterWorkloads(clusterId, costing, query)}
      filters={[namespace, kind, team, department, autoscaled, rate]}
      hasNamespaces
    />
  );
}
