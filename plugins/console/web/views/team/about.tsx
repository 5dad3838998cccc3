import { Link } from '@tanstack/react-router';
import { type Answer } from '../../api/answer.ts';
import { type Team } from '../../api/teams.ts';
import { formatAge } from '../../parts/days.ts';
import { Facts } from '../../parts/facts.tsx';
import { PartialMark } from '../../parts/mark.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useKept } from '../../parts/view.tsx';

const origins = { k8s: 'Kubernetes label', native: 'manually or by file' } as const;

export function About({ answer }: { readonly answer: Answer<Team> }) {
  const kept = useKept();
  const { current_run_rate_hourly: rate } = answer.data?.cost ?? {};
  return (
    <Panel
      title="Team"
      unit={`run rate in ${rate?.currency ?? ''} per hour`}
      height={100}
      answer={answer}
    >
      {({ metadata, assigned_workloads, assigned_pvs, cost }) => (
        <>
          {metadata.description && <p>{metadata.description}</p>}
          <Facts
            of={{
              'Current run rate': (
                <>
                  <Cost of={cost.current_run_rate_hourly} /> {cost.partial && <PartialMark />}
                </>
              ),
              Department: metadata.department ? (
                <Link to="/teams" search={{ ...kept, department_id: metadata.department.id }}>
                  {metadata.department.name}
                </Link>
              ) : (
                'none'
              ),
              'Created by': origins[metadata.origin],
              Owner: metadata.owner_email === '' ? 'none' : metadata.owner_email,
              Workloads: formatCount(assigned_workloads),
              Volumes: formatCount(assigned_pvs),
              'Last updated': metadata.last_seen_at && (
                <time dateTime={metadata.last_seen_at} title={metadata.last_seen_at}>
                  {formatAge(metadata.last_seen_at)}
                </time>
              ),
            }}
          />
        </>
      )}
    </Panel>
  );
}
