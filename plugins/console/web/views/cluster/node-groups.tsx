import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { clusterNodeGroups, type NodeGroup } from '../../api/nodes.ts';
import { Mark } from '../../parts/mark.tsx';
import { PercentMeter } from '../../parts/meter.tsx';
import { Cost, formatPercent } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

export function NodeGroups({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  const kept = useKept();
  const answer = useAnswer(clusterNodeGroups(clusterId, costing.basis));
  const rate = answer.data?.data[0]?.cost.current_run_rate_hourly;
  return (
    <Panel
      title="Node groups"
      unit={`${rate?.currency ?? ''} per hour, now; used of allocatable`}
      height={200}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={(rows) => rows.length === 0 && 'No node of the cluster belongs to a group.'}
    >
      {(rows) => (
        <Table
          caption="Node groups of the cluster"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[nameColumn(kept), ...measures]}
        />
      )}
    </Panel>
  );
}

const nameColumn = (kept: ViewSearch): Column<NodeGroup> => ({
  name: 'group',
  header: 'Node group',
  cell: ({ metadata: { name, instance_types, zones, status } }) => (
    <>
      <Link to="." search={{ ...kept, tab: 'nodes', node_group: name }}>
        {name}
      </Link>{' '}
      {status !== 'healthy' && <Mark why="Not all nodes of the group are ready.">{status}</Mark>}
      <div className="unit">
        {instance_types.join(', ')}
        {zones.length > 0 && ` · ${zones.join(', ')}`}
      </div>
    </>
  ),
});

const measures: readonly Column<NodeGroup>[] = [
  {
    name: 'rate',
    header: 'Run rate',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.current_run_rate_hourly} />,
  },
  {
    name: 'spot-saving',
    header: 'Spot savings',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.spot_savings_vs_ondemand_hourly} />,
  },
  {
    name: 'unallocated',
    header: 'Unallocated',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.unallocated} />,
  },
  {
    name: 'nodes',
    header: 'Ready nodes',
    isNumber: true,
    cell: ({ utilization: { counts } }) => `${counts.ready_nodes} of ${counts.nodes}`,
  },
  {
    name: 'spot',
    header: 'Spot',
    isNumber: true,
    cell: ({ metadata }) => formatPercent(metadata.spot_percentage),
  },
  {
    name: 'cpu',
    header: 'CPU',
    cell: ({ utilization }) => <PercentMeter percent={utilization.cpu.utilization_percent} />,
  },
  {
    name: 'memory',
    header: 'Memory',
    cell: ({ utilization }) => <PercentMeter percent={utilization.memory.utilization_percent} />,
  },
];
