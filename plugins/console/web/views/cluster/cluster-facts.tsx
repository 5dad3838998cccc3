import { type Answer } from '../../api/answer.ts';
import { type Cluster } from '../../api/clusters.ts';
import { Age } from '../../parts/age.tsx';
import { formatTime } from '../../parts/days.ts';
import { Facts } from '../../parts/facts.tsx';
import { formatBytes, formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';

export function ClusterFacts({ answer }: { readonly answer: Answer<Cluster> }) {
  return (
    <Panel title="Cluster" height={150} answer={answer}>
      {({ metadata, capacity, utilization }) => (
        <Facts
          of={{
            Provider: [metadata.provider, metadata.service].filter(Boolean).join(', '),
            Region: metadata.region,
            Zones: metadata.availability_zones.join(', '),
            Environment: metadata.environment,
            Status: metadata.status,
            Kubernetes: metadata.k8s_version,
            Agent: metadata.agent_version,
            'Last report': metadata.last_seen_at ? <Age of={metadata.last_seen_at} /> : 'never',
            ...(utilization && {
              Nodes: formatCount(utilization.counts.nodes),
              Namespaces: formatCount(utilization.counts.namespaces),
              Workloads: formatCount(utilization.counts.workloads),
              'Running pods': formatCount(utilization.counts.running_pods),
              'Persistent volumes': `${formatCount(utilization.counts.persistent_volumes)}, ${formatBytes(capacity?.storage.total_bytes ?? 0)}`,
            }),
            Registered: formatTime(metadata.created_at),
          }}
        />
      )}
    </Panel>
  );
}
