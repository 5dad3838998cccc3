import { Link } from '@tanstack/react-router';
import { type Answer, mapAnswer, useAnswer } from '../../api/answer.ts';
import { type Team, totalCost } from '../../api/teams.ts';
import { formatDays } from '../../parts/days.ts';
import { Bar } from '../../parts/measure.tsx';
import { Cost, formatPercent, percentOf, sum, toLength } from '../../parts/money.tsx';
import { formatCount } from '../../parts/number.ts';
import { Absent, Panel } from '../../parts/panel.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { useKept, useView, type ViewSearch } from '../../parts/view.tsx';
import { type AskMore, AskMoreButton } from './ask-more.tsx';
import { sortByCost, type TeamCosts } from './team-costs.ts';

interface TeamTableProps {
  readonly list: Answer<{ readonly data: readonly Team[] }>;
  readonly costs: Answer<readonly unknown[]>;
  readonly known: readonly TeamCosts[];
  readonly askMore: AskMore | undefined;
}

/** The teams, by what they cost in the days of the view, once that is known of each. */
export function TeamTable({ list, costs, known, askMore }: TeamTableProps) {
  const { days, costing, search, change } = useView();
  const kept = useKept();
  const total = useAnswer(totalCost(days, costing));
  const { summary } = total.data?.data ?? {};
  const whole = summary?.totalCost && sum([summary.totalCost, summary.unallocatedCost ?? '0.0000']);
  const byCost = search.sort === 'rate' ? undefined : sortByCost(known);
  const order = byCost ? 'the highest cost first' : 'the highest run rate first';
  return (
    <Panel
      title="Teams"
      unit={`${summary?.currency ?? ''}, cost ${formatDays(days)}, and run rate per hour now; ${order}`}
      height={300}
      answer={{
        ...mapAnswer(list, ({ data }) => data),
        isLoading: list.isLoading || costs.isLoading,
        isEarlier: list.isEarlier || costs.isEarlier,
        questions: [...list.questions, ...total.questions, ...costs.questions],
      }}
      controls={
        <select
          aria-label="Sorted by"
          value={byCost ? 'cost' : 'rate'}
          disabled={sortByCost(known) === undefined}
          onChange={({ target: { value } }) => change({ sort: value })}
        >
          <option value="cost">by cost</option>
          <option value="rate">by run rate</option>
        </select>
      }
      empty={(rows) => rows.length === 0 && 'No team matches, or nothing is assigned to a team.'}
    >
      {() => (
        <>
          <Table
            caption={`The teams, ${order}`}
            rows={byCost ?? known}
            rowKey={({ team }) => team.id}
            columns={columns(kept, known, whole)}
          />
          <AskMoreButton askMore={askMore} why="to sort the teams by it" />
          {costs.absence && <Absent absence={costs.absence} />}
          {costs.error && (
            <p>
              The cost of some teams could not be loaded.{' '}
              <button type="button" onClick={costs.retry}>
                Retry
              </button>
            </p>
          )}
          <p className="unit">
            What several teams share counts whole in the cost of each, and by its weight in the run
            rate.
          </p>
        </>
      )}
    </Panel>
  );
}

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
      cell: ({ total, isAsked }) =>
        isAsked ? <Cost of={total} /> : <span className="unknown">not asked for</span>,
    },
    {
      name: 'share',
      header: 'Of all cost',
      isNumber: true,
      cell: ({ total }) => <Share of={total} in={whole} />,
    },
    {
      name: 'relative',
      header: 'Relative',
      cell: ({ total }) =>
        total === undefined ? null : <Bar share={highest > 0 ? toLength(total) / highest : 0} />,
    },
    {
      name: 'rate',
      header: 'Per hour',
      isNumber: true,
      cell: ({ team: { cost } }) => (
        <>
          {cost.partial && <span className="mark">partial</span>}{' '}
          <Cost of={cost.current_run_rate_hourly} />
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
  const percent = amount !== undefined && whole ? percentOf(amount, whole) : undefined;
  return percent === undefined ? null : formatPercent(percent);
}
