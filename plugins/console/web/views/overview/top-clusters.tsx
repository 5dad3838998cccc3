import { Link } from '@tanstack/react-router';
import { mapAnswer } from '../../api/answer.ts';
import { Cost } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';
import { useStack } from './cost-per-day.tsx';

export function TopClusters({ answer }: { readonly answer: DashboardAnswer }) {
  const kept = useKept();
  const isStacked = useStack() === 'clusters';
  return (
    <Panel
      title="Clusters"
      unit={`${answer.data?.data.month_to_date.billed_cost?.currency ?? ''}, this month and now`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data.top_clusters)}
      empty={(rows) => rows.length === 0 && 'There are no clusters.'}
    >
      {(rows) => (
        <Table
          caption="The clusters with the highest run rate"
          rows={rows}
          rowKey={({ cluster }) => cluster.id}
          columns={[
            {
              name: 'cluster',
              header: 'Cluster',
              cell: ({ cluster: { id, name } }) => (
                <Link to={`/clusters/${id}`} search={kept}>
                  {name}
                </Link>
              ),
            },
            ...rankedBy(
              rows,
              'Month to date',
              ({ month_to_date_cost }) => month_to_date_cost,
              (row) => (isStacked ? rows.indexOf(row) + 1 : 0),
            ),
            {
              name: 'rate',
              header: 'Per hour',
              isNumber: true,
              cell: ({ current_run_rate_hourly }) => <Cost of={current_run_rate_hourly} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
