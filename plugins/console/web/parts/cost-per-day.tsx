import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, mapAnswer, useAnswers } from '../api/answer.ts';
import { type Question } from '../api/question.ts';
import { type Costing } from '../api/questions.ts';
import { DayBars, type Series } from './day-bars.tsx';
import { describeArchive, listDays } from './days.ts';
import { type ExploreFilter } from './explore-filter.ts';
import { difference } from './money.tsx';
import { Panel } from './panel.tsx';
import { useKept, useView } from './view.tsx';

interface Trend {
  readonly data: {
    readonly archived_months?: readonly string[];
    readonly points: readonly {
      readonly bucket_start: string;
      readonly total_cost: { readonly amount: string; readonly currency: string };
    }[];
  };
}

interface CostPerDayProps {
  readonly trend: (costing: Costing) => Question<Trend>;
  /** The parameters of the explorer for the details of a day. */
  readonly explore: { readonly by: string; readonly filters: readonly ExploreFilter[] };
}

/** The cost of a resource per day; idle and overhead are a separate series if they are included. */
export function CostPerDay({ trend, explore }: CostPerDayProps) {
  const { days, costing } = useView();
  const isLoaded = costing.cost_mode === 'fully_loaded';
  const direct = { ...costing, cost_mode: 'workload_only' } as const;
  const answer = useAnswers([trend(direct), ...(isLoaded ? [trend(costing)] : [])]);
  const navigate = useNavigate();
  const kept = useKept();
  return (
    <Panel
      title="Cost per day"
      unit={`${currencyIn(answer)} per day`}
      height={300}
      controls={
        <Link to="/explore" search={{ ...kept, ...explore }}>
          Explore
        </Link>
      }
      answer={mapAnswer(answer, (trends) => ({
        amounts: trends.map(amountsByDay),
        archived: trends[0].data.archived_months ?? [],
      }))}
      empty={({ amounts, archived }) =>
        amounts.at(-1)?.size === 0 &&
        (archived.length > 0
          ? `There is no other data for these days: ${describeArchive(archived)}.`
          : 'There is no data for these days.')
      }
    >
      {({ amounts, archived }) => (
        <DayBars
          caption="Cost per day"
          currency={currencyIn(answer)}
          days={listDays(days)}
          series={toSeries(amounts)}
          archived={archived}
          onPick={(day) =>
            void navigate({
              to: '/explore',
              search: {
                ...kept,
                ...explore,
                range: undefined,
                from: day,
                to: day,
                compare: 'before',
              },
            })
          }
        />
      )}
    </Panel>
  );
}

const currencyIn = ({ data }: Answer<readonly Trend[]>): string =>
  data?.flatMap((trend) => trend.data.points)[0]?.total_cost.currency ?? '';

export const amountsByDay = ({ data: { points } }: Trend): ReadonlyMap<string, string> =>
  new Map(
    points.map(({ bucket_start, total_cost }) => [bucket_start.slice(0, 10), total_cost.amount]),
  );

/** The cost of the workloads, and above it the rest of the total cost. */
function toSeries([direct, loaded]: readonly ReadonlyMap<string, string>[]): Series[] {
  const workloads: Series = { name: 'Workloads', fill: 1, amounts: direct ?? new Map() };
  if (!loaded) return [workloads];
  const beyond = [...loaded].map(([day, amount]): [string, string] => [
    day,
    difference(amount, direct?.get(day) ?? '0'),
  ]);
  return [workloads, { name: 'Idle and overhead', fill: 'idle', amounts: new Map(beyond) }];
}
