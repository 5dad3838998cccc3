import { Link } from '@tanstack/react-router';
import { type Answer, mapAnswer } from '../../api/answer.ts';
import { type Cluster } from '../../api/clusters.ts';
import { ClusterMarks } from '../../parts/cluster-marks.tsx';
import { PercentMeter, UseMeters } from '../../parts/meter.tsx';
import { Cost, Unknown } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, type ViewSearch } from '../../parts/view.tsx';

interface ClusterListProps {
  readonly answer: Answer<{ readonly data: readonly Cluster[] }>;
  readonly isFiltered: boolean;
}

export function ClusterList({ answer, isFiltered }: ClusterListProps) {
  const currency = answer.data?.data.find(({ cost }) => cost?.current_run_rate_hourly)?.cost
    ?.current_run_rate_hourly?.currency;
  const kept = useKept();
  const columns = [nameColumn(kept), ...measures];
  return (
    <Panel
      title="Clusters"
      unit={`${currency ?? ''} per hour, now; requested of allocatable, used of requested`}
      height={320}
      answer={mapAnswer(answer, ({ data }) => data)}
      empty={(rows) =>
        rows.length === 0 &&
        (isFiltered ? 'No cluster matches. Remove a filter.' : 'No cluster is registered yet.')
      }
    >
      {(rows) => (
        <Table
          caption="Clusters by run rate, highest first"
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
        />
      )}
    </Panel>
  );
}

const nameColumn = (kept: ViewSearch): Column<Cluster> => ({
  name: 'cluster',
  header: 'Cluster',
  cell: (cluster) => {
    const { name, provider, region, environment } = cluster.metadata;
    return (
      <>
        <Link to={`/clusters/${cluster.id}`} search={kept}>
          {name}
        </Link>{' '}
        <ClusterMarks of={cluster} />
        <div className="unit">{[provider, region, environment].filter(Boolean).join(' · ')}</div>
      </>
    );
  },
});

const measures: readonly Column<Cluster>[] = [
  {
    name: 'rate',
    header: 'Run rate',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost?.current_run_rate_hourly} />,
  },
  {
    name: 'unallocated',
    header: 'Unallocated',
    isNumber: true,
    cell: ({ cost }) => <Cost of={cost?.unallocated} />,
  },
  {
    name: 'nodes',
    header: 'Nodes',
    isNumber: true,
    cell: ({ utilization }) => (utilization ? formatCount(utilization.counts.nodes) : <Unknown />),
  },
  {
    name: 'cpu',
    header: 'CPU',
    cell: ({ capacity, utilization }) => (
      <UseMeters
        use={{
          allocatable: capacity?.cpu.allocatable_cores,
          requested: utilization?.cpu.requested_cores,
          used: utilization?.cpu.used_cores,
        }}
      />
    ),
  },
  {
    name: 'memory',
    header: 'Memory',
    cell: ({ capacity, utilization }) => (
      <UseMeters
        use={{
          allocatable: capacity?.memory.allocatable_bytes,
          requested: utilization?.memory.requested_bytes,
          used: utilization?.memory.used_bytes,
        }}
      />
    ),
  },
  {
    name: 'gpu',
    header: 'GPU',
    cell: ({ capacity, utilization }) => (
      <Gpus count={capacity?.gpu.allocatable} percent={utilization?.gpu?.utilization_percent} />
    ),
  },
];

function Gpus({
  count,
  percent,
}: {
  readonly count: number | undefined;
  readonly percent: number | undefined;
}) {
  if (count === 0) return <span className="unit">none</span>;
  return (
    <>
      {count === undefined ? <Unknown /> : formatCount(count)} <PercentMeter percent={percent} />
    </>
  );
}
