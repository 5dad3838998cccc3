import { useNavigate } from '@tanstack/react-router';
import { type Answer, joinAnswers, mapAnswer, useAnswer, useAnswers } from '../../api/answer.ts';
import {
  clusterTrend,
  type ExplorationRow,
  explore,
  namespaceTrend,
  organizationTrend,
} from '../../api/questions.ts';
import { costByTeam, costPerDayOfTeams } from '../../api/teams.ts';
import { isNameIn } from '../../parts/address.ts';
import { amountsByDay } from '../../parts/cost-per-day.tsx';
import { DayBars, maxColored, type Series } from '../../parts/day-bars.tsx';
import { listDays } from '../../parts/days.ts';
import { difference, sum } from '../../parts/money.tsx';
import { Absent, Panel } from '../../parts/panel.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';

const stacks = { clusters: 'by cluster', namespaces: 'by namespace', teams: 'by team' } as const;

/** The total cost per day, stacked by the largest clusters, namespaces or teams. */
export function CostPerDay({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const stack = useStack();
  if (stack === 'namespaces') return <ByNamespace />;
  return stack === 'teams' ? <ByTeam /> : <ByCluster dashboard={dashboard} />;
}

/** What the cost per day is stacked by. */
export function useStack(): keyof typeof stacks {
  const { stack } = useView().search;
  return isNameIn(stacks, stack) ? stack : 'clusters';
}

function ByCluster({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const { days, costing } = useView();
  const largest = dashboard.data?.data.top_clusters.map(({ cluster }) => cluster) ?? [];
  const trends = useAnswers(largest.map(({ id }) => clusterTrend(id, days, costing)));
  // By the scope in the response, because a previous response may still be shown.
  const findName = ({ cluster_id }: TrendSubject) =>
    largest.find(({ id }) => id === cluster_id)?.name;
  return (
    <StackedDays
      parts={mapAnswer(joinAnswers(dashboard, trends), ([, all]) => all.map(toPart(findName)))}
      rest="Other clusters"
    />
  );
}

function ByNamespace() {
  const { days, costing } = useView();
  const largest = useAnswer(
    explore({
      group_by: 'namespace',
      start_date: days.from,
      end_date: days.to,
      per_page: maxColored,
      ...costing,
    }),
  );
  const rows = largest.data?.data.rows ?? [];
  const trends = useAnswers(
    rows.map(({ clusterId = '', namespace = '' }) =>
      namespaceTrend(clusterId, namespace, days, costing),
    ),
  );
  const findName = ({ cluster_id, namespace }: TrendSubject) => {
    const row = rows.find((one) => one.clusterId === cluster_id && one.namespace === namespace);
    return row && `${row.namespace} (${row.clusterName})`;
  };
  return (
    <StackedDays
      parts={mapAnswer(joinAnswers(largest, trends), ([, all]) => all.map(toPart(findName)))}
      rest="Everything else"
    />
  );
}

function ByTeam() {
  const { days, costing } = useView();
  const largest = useAnswer(costByTeam(days, costing, maxColored));
  const names = namesOfTeams(largest.data?.data.rows ?? []);
  const perDay = useAnswers(names.length === 0 ? [] : [costPerDayOfTeams(names, days, costing)]);
  const { rows = [], pagination } = perDay.data?.[0]?.data ?? {};
  const isTruncated = pagination !== undefined && pagination.total_rows > rows.length;
  return (
    <StackedDays
      parts={mapAnswer(joinAnswers(largest, perDay), () =>
        isTruncated ? [] : names.map((name) => ({ name, amounts: amountsOfTeam(name, rows) })),
      )}
      rest={isTruncated ? 'All teams and unowned: too many rows' : 'Other teams and unowned'}
    />
  );
}

/** Without the row of unowned cost. */
export const namesOfTeams = (rows: readonly ExplorationRow[]) =>
  rows.flatMap(({ team }) => team ?? []);

const amountsOfTeam = (name: string, rows: readonly ExplorationRow[]) =>
  new Map(
    rows.flatMap(({ day, team, totalCost }): [string, string][] =>
      team === name && day !== undefined && totalCost !== undefined ? [[day, totalCost]] : [],
    ),
  );

interface TrendSubject {
  readonly cluster_id?: string;
  readonly namespace?: string;
}

interface Trend {
  readonly data: {
    readonly scope_ref?: TrendSubject;
    readonly archived_months?: readonly string[];
    readonly points: readonly {
      readonly bucket_start: string;
      readonly total_cost: { readonly amount: string; readonly currency: string };
    }[];
  };
}

/** A series of the stack, with its cost per day. */
type Part = Pick<Series, 'name' | 'amounts'>;

const toPart =
  (findName: (of: TrendSubject) => string | undefined) =>
  (trend: Trend): Part => ({
    name: findName(trend.data.scope_ref ?? {}) ?? '',
    amounts: amountsByDay(trend),
  });

interface StackedDaysProps {
  readonly parts: Answer<readonly Part[]>;
  /** The label of the rest of each day. */
  readonly rest: string;
}

function StackedDays({ parts, rest }: StackedDaysProps) {
  const { days, costing, change } = useView();
  const total = useAnswer(organizationTrend(days, costing));
  const currency = total.data?.data.points[0]?.total_cost.currency ?? '';
  // The key may be able to read only the total.
  const answer = parts.absence
    ? mapAnswer(total, (trend): [Trend, readonly Part[]] => [trend, []])
    : joinAnswers(total, parts);
  const navigate = useNavigate();
  const kept = useKept();
  return (
    <Panel
      title="Cost per day"
      unit={`${currency} per day`}
      height={300}
      answer={answer}
      controls={
        <select
          aria-label="Stacked by"
          value={useStack()}
          onChange={({ target: { value } }) => change({ stack: value })}
        >
          {Object.entries(stacks).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      }
      empty={([{ data }]) =>
        data.points.length === 0 && !data.archived_months && 'There is no data for these days.'
      }
    >
      {([trend, told]) => (
        <>
          <DayBars
            caption="Cost per day"
            currency={currency}
            days={listDays(days)}
            series={stack(trend, told, parts.absence ? 'All clusters' : rest)}
            archived={trend.data.archived_months}
            onPick={(day) =>
              void navigate({
                to: '/explore',
                search: { ...kept, range: undefined, from: day, to: day, compare: 'before' },
              })
            }
          />
          {parts.absence && <Absent absence={parts.absence} />}
        </>
      )}
    </Panel>
  );
}

/** The largest series, and above them the exact rest of each day. */
function stack(total: Trend, parts: readonly Part[], rest: string): Series[] {
  const series = parts.map((part, index): Series => ({ ...part, fill: index + 1 }));
  const left = [...amountsByDay(total)].map(([day, amount]): [string, string] => [
    day,
    difference(amount, sum(series.flatMap(({ amounts }) => amounts.get(day) ?? []))),
  ]);
  return [...series, { name: rest, fill: 'rest', amounts: new Map(left) }];
}
