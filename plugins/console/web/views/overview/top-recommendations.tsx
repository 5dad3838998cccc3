import { Link } from '@tanstack/react-router';
import { mapAnswer } from '../../api/answer.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type RecommendationsAnswer } from './bodies.ts';

export function TopRecommendations({ answer }: { readonly answer: RecommendationsAnswer }) {
  const kept = useKept();
  return (
    <Panel
      title="Largest savings"
      unit={`${answer.data?.data[0]?.savings.estimated_hourly.currency ?? ''} per hour`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={(rows) => rows.length === 0 && 'There are no recommendations.'}
    >
      {(rows) => (
        <Table
          caption="The recommendations with the largest savings"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'title',
              header: 'Recommendation',
              cell: ({ id, metadata: { title, namespace, cluster } }) => (
                <>
                  <Link to={`/recommendations/${id}`} search={kept}>
                    {title}
                  </Link>{' '}
                  <span className="unit">
                    {namespace}, {cluster.name}
                  </span>
                </>
              ),
            },
            { name: 'risk', header: 'Risk', cell: ({ metadata: { risk_level } }) => risk_level },
            ...rankedBy(
              rows,
              'Saving',
              ({ savings }) => savings.estimated_hourly,
              () => 0,
            ),
          ]}
        />
      )}
    </Panel>
  );
}
