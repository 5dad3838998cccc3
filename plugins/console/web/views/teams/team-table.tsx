import { Link } from '@tanstack/react-router';
import { type Answer, joinAnswers, mapAnswer } from '../../api/answer.ts';
import { type Team } from '../../api/teams.ts';
import { PartialMark } from '../../parts/mark.tsx';
import { Bar } from '../../parts/measure.tsx';
import { Cost, formatPercent, computePercent, sum, toLength } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Absent, Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';
import { type Exploration, sortByCost, type TeamCosts } from './team-costs.ts';

interface TeamTableProps {
  readonly listed: Answer<readonly Team[]>;
  readonly costs: Answer<readonly Exploration[]>;
  readonly known: Answer<readonly TeamCosts[]>;
  /** Whether there are further teams on other pages. */
  readonly isPaged: boolean;
}

/** The teams by cost in the range, or by run rate, because a key may only be able to read run rates. */
export function TeamTable({ listed, costs, known, isPaged }: TeamTableProps) {
  const { search, change } = useView();
  const kept = useKept();
  const { summary } = costs.data?.[0]?.data ?? {};
  const whole = summary?.totalCost && sum([summary.totalCost, summary.unallocatedCost ?? '0.0000']);
  const byCost = search.sort === 'rate' ? undefined : known.data && sortByCost(known.data);
  const order = byCost
    ? `highest cost${isPaged ? ' on this page' : ''} first`
    : 'highest run rate first';
  const answer = costs.absence
    ? mapAnswer(listed, (teams) => teams.map(withoutCost))
    : mapAnswer(joinAnswers(listed, known), ([, rows]) => byCost ?? rows);
  return (
    <Panel
      title="Teams"
      unit={`${summary?.currency ?? ''}, cost in this range, and run rate per hour now; ${order}`}
      height={300}
      answer={answer}
      controls={
        <select
          aria-label="Sort by"
          value={byCost ? 'cost' : 'rate'}
          disabled={costs.absence !== undefined}
          onChange={({ target: { value } }) => change({ sort: value })}
        >
          <option value="cost">by cost</option>
          <option value="rate">by run rate</option>
        </select>
      }
      empty={(rows) => rows.length === 0 && 'No team matches, or no team has assignments.'}
    >
      {(rows) => (
        <>
          <Table
            caption={`Teams, ${order}`}
            rows={rows}
            rowKey={({ team }) => team.id}
            columns={columns(kept, rows, whole)}
          />
          {costs.absence && <Absent absence={costs.absence} />}
          <p className="unit">
            Resources that several teams share count in full in the cost of each team, and by weight
            in the run rate.
          </p>
        </>
      )}
    </Panel>
  );
}

const withoutCost = (team: Team): TeamCosts => ({ team, total: undefined, namespaces: [] });

const columns = (
  kept: ViewSearch,
  known: readonly TeamCosts[],
  whole: string | undefined,
): Column<TeamCosts>[] => {
  const highest = Math.max(...known.map(({ total }) => toLength(total)));
  return [
    {
      name: 'team',
      header: 'Team',
      cell: ({ team: { id, metadata } }) => (
        <>
          <Link to={`/teams/${id}`} search={kept}>
            {metadata.name}
          </Link>{' '}
          <span className="unit">{metadata.department?.name}</span>
        </>
      ),
    },
    {
      name: 'cost',
      header: 'Cost',
      isNumber: true,
      cell: ({ total }) => <Cost of={total} />,
    },
    {
      name: 'share',
      header: 'Share of total',
      isNumber: true,
      cell: ({ total }) => <Share of={total} in={whole} />,
    },
    {
      name: 'relative',
      header: 'Relative',
      isDrawn: true,
      cell: ({ total }) =>
        total === undefined ? null : <Bar share={highest > 0 ? toLength(total) / highest : 0} />,
    },
    {
      name: 'rate',
      header: 'Per hour',
      isNumber: true,
      cell: ({ team: { cost } }) => (
        <>
          {cost.partial && <PartialMark />} <Cost of={cost.current_run_rate_hourly} />
        </>
      ),
    },
    {
      name: 'workloads',
      header: 'Workloads',
      isNumber: true,
      cell: ({ team }) => formatCount(team.assigned_workloads),
    },
    {
      name: 'volumes',
      header: 'Volumes',
      isNumber: true,
      cell: ({ team }) => formatCount(team.assigned_pvs),
    },
  ];
};

function Share({
  of: amount,
  in: whole,
}: {
  readonly of: string | undefined;
  readonly in: string | undefined;
}) {
  const percent = amount !== undefined && whole ? computePercent(amount, whole) : undefined;
  return percent === undefined ? null : formatPercent(percent);
}
