import { Link } from '@tanstack/react-router';
import { mapAnswer } from '../../api/answer.ts';
import { Bar } from '../../parts/measure.tsx';
import { Cost, toLength } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';

export function TopClusters({ answer }: { readonly answer: DashboardAnswer }) {
  const kept = useKept();
  return (
    <Panel
      title="Clusters"
      unit="month to date, and per hour now"
      height={200}
      answer={mapAnswer(answer, ({ data }) => data.top_clusters)}
      empty={(rows) => rows.length === 0 && 'No cluster has reported yet.'}
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
            {
              name: 'bar',
              header: 'Relative',
              cell: ({ month_to_date_cost }) => (
                <Bar share={toLength(month_to_date_cost) / toLength(rows[0]?.month_to_date_cost)} />
              ),
            },
            {
              name: 'month',
              header: 'Month to date',
              isNumber: true,
              cell: ({ month_to_date_cost }) => <Cost of={month_to_date_cost} />,
            },
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
