import { Link } from '@tanstack/react-router';
import { type Answer } from '../../api/answer.ts';
import { type NamespaceDetail } from '../../api/clusters.ts';
import { Age } from '../../parts/age.tsx';
import { Facts, Labels } from '../../parts/facts.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useKept } from '../../parts/view.tsx';

export function NamespaceFacts({ answer }: { readonly answer: Answer<NamespaceDetail> }) {
  const kept = useKept();
  return (
    <Panel title="Namespace" height={110} answer={answer}>
      {({ metadata: { team, department, labels, ...metadata }, utilization: { counts } }) => (
        <>
          <Facts
            of={{
              Team: team ? (
                <Link to={`/teams/${team.id}`} search={kept}>
                  {team.name}
                </Link>
              ) : (
                'none'
              ),
              Department: department?.name ?? 'none',
              Workloads: formatCount(counts.workloads),
              'Running pods': `${formatCount(counts.running_pods)} of ${formatCount(counts.pods)}`,
              'Persistent volumes': formatCount(counts.persistent_volumes),
              Created: metadata.created_at_k8s && <Age of={metadata.created_at_k8s} />,
              'Last report': <Age of={metadata.last_seen_at} />,
            }}
          />
          <Labels of={labels} />
        </>
      )}
    </Panel>
  );
}
