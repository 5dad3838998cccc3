import { Link } from '@tanstack/react-router';
import { type Answer } from '../../api/answer.ts';
import { type RecommendationDetail } from '../../api/recommendations.ts';
import { formatAge } from '../../parts/days.ts';
import { Facts } from '../../parts/facts.tsx';
import { Level } from '../../parts/level.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useKept } from '../../parts/view.tsx';

/** The description and cause from the API, and the savings. */
export function Summary({ answer }: { readonly answer: Answer<RecommendationDetail> }) {
  const kept = useKept();
  return (
    <Panel
      title="Summary"
      unit={`${answer.data?.savings.estimated_hourly.currency ?? ''} per hour`}
      height={260}
      answer={answer}
    >
      {({ metadata, current, savings }) => (
        <>
          <p>{metadata.description}</p>
          <p>{metadata.cause}</p>
          <Facts
            of={{
              Saving: <Cost of={savings.estimated_hourly} />,
              'Current cost': <Cost of={current.hourly_cost} />,
              Risk: <Level of={metadata.risk_level} />,
              Priority: <Level of={metadata.priority} />,
              Status: metadata.status,
              [metadata.resource_type]:
                metadata.resource_type === 'Node' ? (
                  metadata.resource_name
                ) : (
                  <Link
                    to={`/clusters/${metadata.cluster.id}/workloads/${metadata.resource_uid}`}
                    search={kept}
                  >
                    {metadata.resource_name}
                  </Link>
                ),
              'One-minute samples': formatCount(metadata.data_points_analyzed),
              Updated: (
                <time dateTime={metadata.updated_at} title={metadata.updated_at}>
                  {formatAge(metadata.updated_at)}
                </time>
              ),
            }}
          />
        </>
      )}
    </Panel>
  );
}
