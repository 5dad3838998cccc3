import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { clusterNodeGroups, clusterNodes, type Node } from '../../api/nodes.ts';
import { FilteredList } from '../../parts/filtered-list.tsx';
import { choices, type Filter, toChoices } from '../../parts/filters.tsx';
import { PercentMeter } from '../../parts/meter.tsx';
import { Cost } from '../../parts/money.tsx';
import { NodeMarks } from '../../parts/node-marks.tsx';
import { sourceLabels } from '../../parts/pricing-source.ts';
import { type Column } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

export function Nodes({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  const kept = useKept();
  return (
    <FilteredList
      title="Nodes"
      shares="used of allocatable"
      caption="Nodes by price, highest first"
      filters={filtersIn(clusterId)}
      ask={(query) => clusterNodes(clusterId, costing.basis, query)}
      columns={[nameColumn(clusterId, kept), ...measures]}
      none="The cluster reports no nodes."
    />
  );
}

const filtersIn = (clusterId: string): readonly Filter[] => [
  {
    name: 'node_group',
    label: 'Node group',
    takes: 'several',
    isOpen: true,
    useChoices: () => useGroups(clusterId, (groups) => groups.map(({ name }) => name)),
  },
  {
    name: 'instance_type',
    label: 'Instance type',
    takes: 'several',
    isOpen: true,
    useChoices: () =>
      useGroups(clusterId, (groups) => groups.flatMap(({ instance_types }) => instance_types)),
  },
  {
    name: 'zone',
    label: 'Zone',
    takes: 'several',
    isOpen: true,
    useChoices: () => useGroups(clusterId, (groups) => groups.flatMap(({ zones }) => zones)),
  },
  {
    name: 'capacity_type',
    label: 'Capacity type',
    takes: 'several',
    useChoices: choices({
      'on-demand': 'on-demand',
      spot: 'spot',
      reserved: 'reserved',
      karpenter: 'karpenter',
    }),
  },
  {
    name: 'architecture',
    label: 'Architecture',
    takes: 'several',
    useChoices: choices({ amd64: 'amd64', arm64: 'arm64' }),
  },
  {
    name: 'is_ready',
    label: 'Ready',
    takes: 'one',
    useChoices: choices({ true: 'ready', false: 'not ready' }),
  },
];

interface Group {
  readonly name: string;
  readonly instance_types: readonly string[];
  readonly zones: readonly string[];
}

/** The distinct values of the node groups. */
function useGroups(clusterId: string, list: (groups: readonly Group[]) => readonly string[]) {
  const { costing } = useView();
  return mapAnswer(useAnswer(clusterNodeGroups(clusterId, costing.basis)), ({ data }) =>
    toChoices(list(data.map(({ metadata }) => metadata))),
  );
}

const nameColumn = (clusterId: string, kept: ViewSearch): Column<Node> => ({
  name: 'node',
  header: 'Node',
  cell: (node) => {
    const { name, instance_type, node_group, availability_zone } = node.metadata;
    return (
      <>
        <Link to={`/clusters/${clusterId}/nodes/${node.id}`} search={kept}>
          {name}
        </Link>{' '}
        <NodeMarks of={node} />
        <div className="unit">
          {[instance_type, node_group, availability_zone].filter(Boolean).join(' · ')}
        </div>
      </>
    );
  },
});

const measures: readonly Column<Node>[] = [
  {
    name: 'price',
    header: 'Price',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.current_run_rate_hourly} />,
  },
  {
    name: 'source',
    header: 'Price source',
    cell: ({ cost }) => sourceLabels[cost.pricing_source],
  },
  {
    name: 'on-demand',
    header: 'On-demand price',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.on_demand_equivalent_hourly} />,
  },
  {
    name: 'unallocated',
    header: 'Unallocated',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.unallocated} />,
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
