import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../api/answer.ts';
import { recommendations } from '../api/questions.ts';
import { Cost } from './money.tsx';
import { Panel } from './panel.tsx';
import { Table } from './table.tsx';
import { useKept } from './view.tsx';

/** The largest savings among the recommendations that match the filters. */
export function RecommendationList({
  query,
}: {
  readonly query: Readonly<Record<string, readonly string[]>>;
}) {
  const kept = useKept();
  const answer = useAnswer(recommendations({ limit: 5, ...query }));
  const currency = answer.data?.data[0]?.savings.estimated_hourly.currency ?? '';
  return (
    <Panel
      title="Recommendations"
      controls={
        answer.data?.meta.pagination.has_more && (
          <Link to="/recommendations" search={{ ...kept, ...toSearch(query) }}>
            More
          </Link>
        )
      }
      unit={`${currency} per hour, estimated saving`}
      height={90}
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
              cell: ({ id, metadata: { title } }) => (
                <Link to={`/recommendations/${id}`} search={kept}>
                  {title}
                </Link>
              ),
            },
            {
              name: 'priority',
              header: 'Priority',
              cell: ({ metadata: { priority } }) => priority,
            },
            { name: 'risk', header: 'Risk', cell: ({ metadata: { risk_level } }) => risk_level },
            { name: 'status', header: 'Status', cell: ({ metadata: { status } }) => status },
            {
              name: 'saving',
              header: 'Saving',
              isNumber: true,
              cell: ({ savings }) => <Cost of={savings.estimated_hourly} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}

/** The filters as URL parameters of the recommendations view. */
const toSearch = (query: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.join(',')]));
