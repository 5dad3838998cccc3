import { Link } from '@tanstack/react-router';
import { clusterNamespaces, type NamespaceRow } from '../../api/clusters.ts';
import { FilteredList } from '../../parts/filtered-list.tsx';
import { type Filter } from '../../parts/filters.tsx';
import { UseMeter } from '../../parts/meter.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount, formatDecimal, formatGib } from '../../parts/number.ts';
import { type Column } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

const filters: readonly Filter[] = [
  { name: 'min_cost_hourly', label: 'Run rate', takes: 'amount' },
];

export function Namespaces({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  const kept = useKept();
  return (
    <FilteredList
      title="Namespaces"
      shares="used of requested"
      caption="Namespaces by run rate, highest first"
      filters={filters}
      ask={(query) => clusterNamespaces(clusterId, costing, query)}
      columns={[nameColumn(clusterId, kept), ...measures]}
      none="The cluster reports no namespaces."
    />
  );
}

const nameColumn = (clusterId: string, kept: ViewSearch): Column<NamespaceRow> => ({
  name: 'namespace',
  header: 'Namespace',
  cell: ({ metadata: { name } }) => (
    <Link to={`/clusters/${clusterId}/namespaces/${name}`} search={kept}>
      {name}
    </Link>
  ),
});

const measures: readonly Column<NamespaceRow>[] = [
  {
    name: 'rate',
    header: 'Run rate',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost.current_run_rate_hourly} />,
  },
  {
    name: 'team',
    header: 'Team',
    cell: ({ metadata: { team } }) => team?.name ?? <span className="unit">none</span>,
  },
  {
    name: 'workloads',
    header: 'Workloads',
    isNumber: true,
    cell: ({ utilization: { counts } }) => formatCount(counts.workloads),
  },
  {
    name: 'pods',
    header: 'Running pods',
    isNumber: true,
    cell: ({ utilization: { counts } }) => formatCount(counts.running_pods),
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
