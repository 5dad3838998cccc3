import { workloads } from '../../api/workloads.ts';
import { useView, View } from '../../parts/view.tsx';
import { workloadFilters } from '../../parts/workload-filters.ts';
import { WorkloadList } from '../../parts/workload-list.tsx';

/** The workloads of all clusters. */
export function Page() {
  const { costing } = useView();
  return (
    <View title="Workloads" trail={[{ label: 'Clusters', to: '/clusters' }]} has={['basis']}>
      <WorkloadList
        ask={(query) => workloads(costing, query)}
        filters={Object.values(workloadFilters)}
        hasClusters
        hasNamespaces
      />
    </View>
  );
}
