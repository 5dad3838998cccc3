import { Link } from '@tanstack/react-router';
import { type Workload } from '../api/workloads.ts';
import { type PageQuery } from '../api/clusters.ts';
import { type Question } from '../api/question.ts';
import { FilteredList } from './filtered-list.tsx';
import { type Filter } from './filters.tsx';
import { UseMeter } from './meter.tsx';
import { Cost } from './money.tsx';
import { formatCount, formatDecimal, formatGib } from './number.ts';
import { type Column } from './table.tsx';
import { useKept } from './view.tsx';

interface WorkloadListProps {
  readonly ask: (query: PageQuery) => Question<WorkloadPage>;
  readonly filters: readonly Filter[];
  /** Whether the rows are from several clusters. */
  readonly hasClusters?: boolean;
  /** Whether the rows are from several namespaces. */
  readonly hasNamespaces?: boolean;
}

interface WorkloadPage {
  readonly data: readonly Workload[];
  readonly meta: {
    readonly pagination: { readonly next_cursor?: string; readonly has_more: boolean };
  };
}

/** A paged list of workloads, with the filters of the API. */
export function WorkloadList({ ask, filters, hasClusters, hasNamespaces }: WorkloadListProps) {
  const kept = useKept();
  const place: Column<Workload> = {
    name: 'place',
    header: 'Namespace',
    cell: ({ metadata: { namespace, cluster } }) => (
      <>
        <Link to={`/clusters/${cluster.id}/namespaces/${namespace}`} search={kept}>
          {namespace}
        </Link>{' '}
        {hasClusters && <span className="unit">{cluster.name}</span>}
      </>
    ),
  };
  return (
    <FilteredList
      title="Workloads"
      shares="used of requested"
      caption="Workloads by run rate, highest first"
      filters={filters}
      ask={ask}
      none="There are no workloads."
      columns={[
        {
          name: 'name',
          header: 'Workload',
          cell: ({ id, metadata: { name, workload_kind, cluster } }) => (
            <>
              <Link to={`/clusters/${cluster.id}/workloads/${id}`} search={kept}>
                {name}
              </Link>{' '}
              <span className="unit">{workload_kind}</span>
            </>
          ),
        },
        ...(hasNamespaces ? [place] : []),
        {
          name: 'rate',
          header: 'Run rate',
          isNumber: true,
          cell: ({ cost }) => <Cost of={cost.current_run_rate_hourly} />,
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
            <UseMeter
              requested={cpu.requested_cores}
              used={cpu.used_cores}
              format={formatDecimal}
            />
          ),
        },
        {
          name: 'memory',
          header: 'Memory, GiB',
          cell: ({ utilization: { memory } }) => (
            <UseMeter
              requested={memory.requested_bytes}
              used={memory.used_bytes}
              format={formatGib}
            />
          ),
        },
      ]}
    />
  );
}
