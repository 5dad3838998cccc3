import { type Answer } from '../../api/answer.ts';
import { type Node } from '../../api/nodes.ts';
import { Age } from '../../parts/age.tsx';
import { Facts, Labels } from '../../parts/facts.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';

export function NodeFacts({ answer }: { readonly answer: Answer<Node> }) {
  return (
    <Panel title="Node" height={150} answer={answer}>
      {({ metadata, capacity, utilization }) => (
        <>
          <Facts
            of={{
              'Instance type': metadata.instance_type,
              'Capacity type': metadata.capacity_type,
              'Node group': metadata.node_group || 'none',
              Zone: metadata.availability_zone,
              Region: metadata.region,
              Architecture: metadata.architecture,
              'Operating system': metadata.operating_system,
              Kubelet: metadata.kubelet_version,
              Role: metadata.node_role || 'worker',
              State: metadata.is_ready ? 'ready' : 'not ready',
              'New pods': metadata.is_schedulable ? 'accepted' : 'rejected: cordoned',
              'Running pods': `${formatCount(utilization.counts.running_pods)} of at most ${formatCount(capacity.pods.allocatable)}`,
              Created: metadata.created_at_k8s && <Age of={metadata.created_at_k8s} />,
              'Last report': <Age of={metadata.last_seen_at} />,
            }}
          />
          <Labels of={metadata.labels} />
        </>
      )}
    </Panel>
  );
}
