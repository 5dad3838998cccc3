import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { type ExplorationRow, explore, pageSize } from '../../api/questions.ts';
import { Bar } from '../../parts/measure.tsx';
import { formatPercent } from '../../parts/money.tsx';
import { formatDecimal } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';
import { findMostUnused, requestedField, type Resource, type Unused } from './unused.ts';

const shownWorkloads = 5;

/** The workloads with the most unused memory or CPU requests. */
export function MostUnused() {
  const { days, search, change } = useView();
  const kept = useKept();
  const resource: Resource = search.unused === 'cpu' ? 'cpu' : 'memory';
  const answer = useAnswer(
    explore({
      group_by: 'workload',
      start_date: days.from,
      end_date: days.to,
      sort_by: requestedField[resource],
      per_page: pageSize,
    }),
  );
  return (
    <Panel
      title="Waste: requested but not used"
      unit={`${resource === 'cpu' ? 'core-hours' : 'GiB-hours'} in this range`}
      height={220}
      answer={mapAnswer(answer, ({ data: { rows, pagination } }) =>
        findMostUnused(rows, resource, {
          count: shownWorkloads,
          isAll: pagination.total_pages <= 1,
        }),
      )}
      controls={
        <select
          aria-label="Resource"
          value={resource}
          onChange={({ target: { value } }) => change({ unused: value })}
        >
          <option value="memory">memory</option>
          <option value="cpu">CPU</option>
        </select>
      }
      empty={({ found }) =>
        found.length === 0 && 'No measured workload requests more than it uses.'
      }
    >
      {({ found, areFirst }) => (
        <>
          <Table
            caption="The workloads with the most unused requests"
            rows={found}
            rowKey={({ row: { workloadUid } }) => workloadUid ?? ''}
            columns={columns(kept, found[0]?.unused ?? 0)}
          />
          <p className="unit">
            {areFirst
              ? 'The largest of all measured workloads.'
              : `Among the ${pageSize} workloads with the largest requests; others may have more unused.`}
          </p>
        </>
      )}
    </Panel>
  );
}

const columns = (kept: ViewSearch, most: number): Column<Unused<ExplorationRow>>[] => [
  {
    name: 'workload',
    header: 'Workload',
    cell: ({ row: { workloadName, workloadUid, clusterId, clusterName, namespace } }) => (
      <>
        <Link to={`/clusters/${clusterId}/workloads/${workloadUid}`} search={kept}>
          {workloadName}
        </Link>{' '}
        <span className="unit">
          {namespace}, {clusterName}
        </span>
      </>
    ),
  },
  {
    name: 'relative',
    header: 'Relative',
    isDrawn: true,
    cell: ({ unused }) => <Bar share={unused / most} kind="idle" />,
  },
  {
    name: 'unused',
    header: 'Unused',
    isNumber: true,
    cell: ({ unused }) => formatDecimal(unused),
  },
  {
    name: 'requested',
    header: 'Requested',
    isNumber: true,
    cell: ({ requested }) => formatDecimal(requested),
  },
  { name: 'used', header: 'Used', isNumber: true, cell: ({ used }) => formatDecimal(used) },
  {
    name: 'share',
    header: 'Used of requested',
    isNumber: true,
    cell: ({ used, requested }) => formatPercent((used / requested) * 100),
  },
  {
    name: 'recommendation',
    header: 'Recommendation',
    cell: ({ row: { workloadUid, workloadName } }) => (
      <Link to="/recommendations" search={{ ...kept, workload_uid: workloadUid }}>
        Recommendation<span className="visually-hidden"> for {workloadName}</span>
      </Link>
    ),
  },
];
