import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { cluster } from '../../api/clusters.ts';
import { usePathParameters } from '../../parts/address.ts';
import { ClusterMarks } from '../../parts/cluster-marks.tsx';
import { Tabs, useTab } from '../../parts/tabs.tsx';
import { useView, View } from '../../parts/view.tsx';
import { Namespaces } from './namespaces.tsx';
import { NodeGroups } from './node-groups.tsx';
import { Nodes } from './nodes.tsx';
import { Summary } from './summary.tsx';
import { Workloads } from './workloads.tsx';

const tabs = {
  summary: 'Summary',
  nodes: 'Nodes',
  groups: 'Node groups',
  namespaces: 'Namespaces',
  workloads: 'Workloads',
} as const;

/** One cluster: its cost, its utilization and its resources. */
export function Page() {
  const { clusterId = '' } = usePathParameters();
  return <ClusterView key={clusterId} clusterId={clusterId} />;
}

function ClusterView({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  const tab = useTab(tabs);
  const answer = useAnswer(cluster(clusterId, costing.basis));
  return (
    <View
      title={answer.data?.data.metadata.name ?? 'Cluster'}
      trail={[{ label: 'Clusters', to: '/clusters' }]}
      has={tab === 'summary' ? ['range', 'mode', 'basis'] : ['basis']}
      marks={answer.data && <ClusterMarks of={answer.data.data} />}
    >
      <Tabs labels={tabs} shown={tab} />
      {tab === 'summary' && (
        <Summary clusterId={clusterId} answer={mapAnswer(answer, ({ data }) => data)} />
      )}
      {tab === 'nodes' && <Nodes clusterId={clusterId} />}
      {tab === 'groups' && <NodeGroups clusterId={clusterId} />}
      {tab === 'namespaces' && <Namespaces clusterId={clusterId} />}
      {tab === 'workloads' && <Workloads clusterId={clusterId} />}
    </View>
  );
}
