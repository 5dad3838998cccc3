import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { nodeWorkloads } from '../../api/nodes.ts';
import { Cost } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { rankedBy } from '../../parts/ranked.tsx';
import { Table } from '../../parts/table.tsx';
import { useKept, useView } from '../../parts/view.tsx';

/** The workloads on the node in the selected range, with their cost. */
export function NodeWorkloads({ nodeUid }: { readonly nodeUid: string }) {
  const { days, costing } = useView();
  const kept = useKept();
  const answer = useAnswer(nodeWorkloads(nodeUid, days, costing));
  return (
    <Panel
      title="Workloads on this node"
      unit={`${answer.data?.data.summary.currency ?? ''} in this range`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={({ rows }) => rows.length === 0 && 'No workload ran on this node in this range.'}
    >
      {({ rows, summary }) => (
        <>
          <Table
            caption="The most expensive workloads on this node"
            rows={rows}
            rowKey={({ workloadUid = '' }) => workloadUid}
            columns={[
              {
                name: 'workload',
                header: 'Workload',
                cell: ({ clusterId, workloadUid, workloadName, namespace }) => (
                  <>
                    <Link to={`/clusters/${clusterId}/workloads/${workloadUid}`} search={kept}>
                      {workloadName}
                    </Link>{' '}
                    <span className="unit">{namespace}</span>
                  </>
                ),
              },
              ...rankedBy(rows, 'Cost', ({ totalCost }) => totalCost),
            ]}
            totals={{ workload: 'All workloads', cost: <Cost of={summary.totalCost} /> }}
          />
          {summary.rowCount > rows.length && (
            <p className="unit">
              The {rows.length} most expensive of {formatCount(summary.rowCount)} workloads.
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
