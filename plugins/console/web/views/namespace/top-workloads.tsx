import { Link } from '@tanstack/react-router';
import { type Answer, mapAnswer } from '../../api/answer.ts';
import { type NamespaceDetail } from '../../api/clusters.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept } from '../../parts/view.tsx';

interface TopWorkloadsProps {
  readonly clusterId: string;
  readonly answer: Answer<NamespaceDetail>;
}

export function TopWorkloads({ clusterId, answer }: TopWorkloadsProps) {
  const kept = useKept();
  const rate = answer.data?.cost.current_run_rate_hourly;
  return (
    <Panel
      title="Most expensive workloads"
      unit={`${rate?.currency ?? ''} per hour, now`}
      height={180}
      answer={mapAnswer(answer, ({ workloads_top_5 }) => workloads_top_5)}
      empty={(rows) => rows.length === 0 && 'The namespace has no workloads.'}
    >
      {(rows) => (
        <Table
          caption="The five workloads with the highest run rate"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'workload',
              header: 'Workload',
              cell: ({ id, name }) => (
                <Link to={`/clusters/${clusterId}/workloads/${id}`} search={kept}>
                  {name}
                </Link>
              ),
            },
            ...rankedBy(rows, 'Per hour', ({ cost }) => cost.current_run_rate_hourly),
          ]}
        />
      )}
    </Panel>
  );
}
