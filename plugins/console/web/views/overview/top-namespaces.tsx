import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { explore } from '../../api/questions.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { useStack } from './cost-per-day.tsx';

export function TopNamespaces() {
  const { days, costing } = useView();
  const kept = useKept();
  const isStacked = useStack() === 'namespaces';
  const answer = useAnswer(
    explore({
      group_by: 'namespace',
      start_date: days.from,
      end_date: days.to,
      per_page: 5,
      ...costing,
    }),
  );
  return (
    <Panel
      title="Namespaces"
      unit={`${answer.data?.data.summary.currency ?? ''} in this range`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data.rows)}
      empty={(rows) => rows.length === 0 && 'There is no cost in this range.'}
    >
      {(rows) => (
        <Table
          caption="The most expensive namespaces in this range"
          rows={rows}
          rowKey={({ clusterId, namespace }) => `${clusterId}/${namespace}`}
          columns={[
            {
              name: 'namespace',
              header: 'Namespace',
              cell: ({ clusterId, namespace, clusterName }) => (
                <>
                  <Link to={`/clusters/${clusterId}/namespaces/${namespace}`} search={kept}>
                    {namespace}
                  </Link>{' '}
                  <span className="unit">{clusterName}</span>
                </>
              ),
            },
            ...rankedBy(
              rows,
              'Cost',
              ({ totalCost }) => totalCost,
              (row) => (isStacked ? rows.indexOf(row) + 1 : 0),
            ),
          ]}
        />
      )}
    </Panel>
  );
}
