import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { clusterNamespaces, type NamespaceRow } from '../../api/clusters.ts';
import { type Filter, Filters, useFilterQuery } from '../../parts/filters.tsx';
import { UseMeter } from '../../parts/meter.tsx';
import { Cost } from '../../parts/money.tsx';
import { formatCount, formatDecimal, formatGib } from '../../parts/number.ts';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

const filters: readonly Filter[] = [
  { name: 'min_cost_hourly', label: 'Run rate', takes: 'amount' },
];

export function Namespaces({ clusterId }: { readonly clusterId: string }) {
  const { costing } = useView();
  const kept = useKept();
  const query = useFilterQuery(filters);
  const answer = useAnswer(
    clusterNamespaces(clusterId, costing, { ...query, cursor: useCursor() }),
  );
  const rate = answer.data?.data[0]?.cost.current_run_rate_hourly;
  return (
    <>
      <Filters filters={filters} />
      <Panel
        title="Namespaces"
        unit={`${rate?.currency ?? ''} per hour, now; used of requested`}
        height={320}
        answer={mapAnswer(answer, ({ data }) => data)}
        empty={(rows) =>
          rows.length === 0 &&
          (Object.keys(query).length > 0
            ? 'No namespace matches; remove a filter.'
            : 'The cluster reports no namespace.')
        }
      >
        {(rows) => (
          <Table
            caption="The namespaces, those with the highest run rate first"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[nameColumn(clusterId, kept), ...measures]}
          />
        )}
      </Panel>
      <Pages answer={answer} />
    </>
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
