import { type Answer } from '../../api/answer.ts';
import { type Workload } from '../../api/workloads.ts';
import { Age } from '../../parts/age.tsx';
import { Facts, Labels } from '../../parts/facts.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';

export function WorkloadFacts({ answer }: { readonly answer: Answer<Workload> }) {
  return (
    <Panel title="Workload" height={110} answer={answer}>
      {({ metadata, utilization: { replicas, counts } }) => (
        <>
          <Facts
            of={{
              Kind: metadata.workload_kind,
              Status: [metadata.status, metadata.status_reason].filter(Boolean).join(': '),
              ...(replicas && {
                Replicas: `${formatCount(replicas.desired)} desired`,
                Available: replicas.available,
                Unavailable: replicas.unavailable,
                'Updated to the newest template': replicas.updated,
              }),
              'Running pods': `${formatCount(counts.running_pods)} of ${formatCount(counts.pods)}`,
              Containers: formatCount(counts.containers),
              Autoscaler: metadata.has_hpa ? 'configured' : 'none',
              ...(metadata.is_suspended && { Suspended: 'yes' }),
              ...(metadata.is_paused && { 'Rollout paused': 'yes' }),
              'Service account': metadata.service_account_name,
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
