import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { type Pod, workloadPods } from '../../api/workloads.ts';
import { Mark } from '../../parts/mark.tsx';
import { UseMeter } from '../../parts/meter.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount, formatDecimal, formatGib } from '../../parts/number.ts';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

interface PodsProps {
  readonly clusterId: string;
  readonly workloadUid: string;
}

export function Pods({ clusterId, workloadUid }: PodsProps) {
  const { costing } = useView();
  const kept = useKept();
  const answer = useAnswer(workloadPods(workloadUid, costing, { cursor: useCursor() }));
  const rate = answer.data?.data[0]?.cost.current_run_rate_hourly;
  return (
    <section>
      <Panel
        title="Pods"
        unit={`${rate?.currency ?? ''} per hour, now; used of requested`}
        height={200}
        answer={mapAnswer(answer, ({ data }) => data)}
        empty={(rows) => rows.length === 0 && 'The workload has no pods now.'}
      >
        {(rows) => (
          <Table
            caption="Pods by run rate, highest first"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[nameColumn, nodeColumn(clusterId, kept), ...measures]}
          />
        )}
      </Panel>
      <Pages answer={answer} />
    </section>
  );
}

const nameColumn: Column<Pod> = {
  name: 'pod',
  header: 'Pod',
  cell: ({ metadata: { name, phase, reason } }) => (
    <>
      {name}{' '}
      {phase !== 'Running' && (
        <Mark isPlain why={reason === undefined ? 'The pod is not running.' : `Reason: ${reason}.`}>
          {phase ?? 'phase unknown'}
        </Mark>
      )}
    </>
  ),
};

const nodeColumn = (clusterId: string, kept: ViewSearch): Column<Pod> => ({
  name: 'node',
  header: 'Node',
  cell: ({ metadata: { node } }) =>
    node ? (
      <Link to={`/clusters/${clusterId}/nodes/${node.id}`} search={kept}>
        {node.name}
      </Link>
    ) : (
      <span className="unit">none</span>
    ),
});

const measures: readonly Column<Pod>[] = [
  {
    name: 'rate',
    header: 'Run rate',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.current_run_rate_hourly} />,
  },
  {
    name: 'restarts',
    header: 'Restarts',
    isNumber: true,
    cell: ({ utilization }) => formatCount(utilization.restarts_total),
  },
  {
    name: 'oom',
    header: 'OOM kills',
    isNumber: true,
    cell: ({ utilization }) => formatCount(utilization.oom_kills_total),
  },
  {
    name: 'cpu',
    header: 'CPU, cores',
    cell: ({ utilization: { cpu } }) => (
      <UseMeter requested={cpu.requested_cores} used={cpu.used_cores} format={formatDecimal} />
    ),
  },
  {
    name: 'memory',
    header: 'Memory, GiB',
    cell: ({ utilization: { memory } }) => (
      <UseMeter requested={memory.requested_bytes} used={memory.used_bytes} format={formatGib} />
    ),
  },
];
