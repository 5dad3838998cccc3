import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { type ExplorationRow } from '../../api/questions.ts';
import { teamCost } from '../../api/teams.ts';
import { filterByOwner } from '../../parts/explore-filter.ts';
import { Bar } from '../../parts/measure.tsx';
import { Change, Cost, formatPercent, toLength } from '../../parts/money.tsx';
import { NumberedPages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';

/** The team's cost in each namespace; the totals are from the API, over all pages. */
export function CostByNamespace({ name }: { readonly name: string }) {
  const { days, costing, search } = useView();
  const kept = useKept();
  const page = typeof search.page === 'number' && search.page > 1 ? search.page : 1;
  const answer = mapAnswer(useAnswer(teamCost(name, days, costing, page)), ({ data }) => data);
  const { summary, rows: [first] = [] } = answer.data ?? {};
  return (
    <Panel
      title="Cost by namespace"
      unit={`${summary?.currency ?? ''} in this range`}
      height={220}
      answer={answer}
      empty={({ rows }) => rows.length === 0 && 'The team has no cost in this range.'}
    >
      {({ rows, summary: { totalCost, previousPeriodCost }, pagination }) => (
        <>
          <Table
            caption="Cost of the team by namespace, highest first"
            rows={rows}
            rowKey={({ clusterId, namespace }) => `${clusterId}/${namespace}`}
            columns={columns(kept, toLength(first?.totalCost))}
            totals={{ namespace: 'Total', cost: <Cost of={totalCost} /> }}
          />
          {pagination.total_pages > 1 && <NumberedPages of={pagination} />}
          <p>
            Against as many days before:{' '}
            <Change
              from={previousPeriodCost}
              to={totalCost}
              missing="not comparable, because data of these days is missing"
            />
          </p>
          <p className="unit">
            Resources that several teams share count in full, regardless of weights.
          </p>
          <p className="team-links">
            <Link
              to="/explore"
              search={{ ...kept, by: 'workload', filters: filterByOwner('team', [name]) }}
            >
              Explore the workloads of the team
            </Link>
          </p>
        </>
      )}
    </Panel>
  );
}

const columns = (kept: ViewSearch, highest: number): Column<ExplorationRow>[] => [
  {
    name: 'namespace',
    header: 'Namespace',
    cell: ({ clusterId, clusterName, namespace }) => (
      <>
        <Link to={`/clusters/${clusterId}/namespaces/${namespace}`} search={kept}>
          {namespace}
        </Link>{' '}
        <span className="unit">{clusterName}</span>
      </>
    ),
  },
  {
    name: 'relative',
    header: 'Relative',
    isDrawn: true,
    cell: ({ totalCost }) => <Bar share={highest > 0 ? toLength(totalCost) / highest : 0} />,
  },
  {
    name: 'share',
    header: 'Share',
    isNumber: true,
    cell: ({ costSharePercent }) =>
      costSharePercent === undefined ? '' : formatPercent(costSharePercent),
  },
  {
    name: 'cost',
    header: 'Cost',
    isNumber: true,
    cell: ({ totalCost }) => <Cost of={totalCost} />,
  },
];
