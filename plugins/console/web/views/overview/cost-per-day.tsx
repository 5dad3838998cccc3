import { useNavigate } from '@tanstack/react-router';
import { type Answer, joinAnswers, mapAnswer, useAnswer, useAnswers } from '../../api/answer.ts';
import { clusterTrend, explore, namespaceTrend, organizationTrend } from '../../api/questions.ts';
import { DayBars, type Series } from '../../parts/day-bars.tsx';
import { listDays } from '../../parts/days.ts';
import { difference, sum } from '../../parts/money.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';

const stacks = { clusters: 'by cluster', namespaces: 'by namespace' } as const;

/** The whole bill per day, with the largest clusters or namespaces told apart. */
export function CostPerDay({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const { search } = useView();
  return search.stack === 'namespaces' ? <ByNamespace /> : <ByCluster dashboard={dashboard} />;
}

function ByCluster({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const { days, costing } = useView();
  const total = useAnswer(organizationTrend(days, costing));
  const largest = dashboard.data?.data.top_clusters.map(({ cluster }) => cluster) ?? [];
  const parts = useAnswers(largest.map(({ id }) => clusterTrend(id, days, costing)));
  return (
    <StackedDays
      total={total}
      parts={mapAnswer(joinAnswers(dashboard, parts), ([, trends]) => trends)}
      nameOf={({ cluster_id }) => largest.find(({ id }) => id === cluster_id)?.name}
      rest="Other clusters"
    />
  );
}

function ByNamespace() {
  const { days, costing } = useView();
  const total = useAnswer(organizationTrend(days, costing));
  const largest = useAnswer(
    explore({
      group_by: 'namespace',
      start_date: days.from,
      end_date: days.to,
      per_page: 5,
      ...costing,
    }),
  );
  const rows = largest.data?.data.rows ?? [];
  const parts = useAnswers(
    rows.map(({ clusterId = '', namespace = '' }) =>
      namespaceTrend(clusterId, namespace, days, costing),
    ),
  );
  return (
    <StackedDays
      total={total}
      parts={mapAnswer(joinAnswers(largest, parts), ([, trends]) => trends)}
      nameOf={({ cluster_id, namespace }) => {
        const row = rows.find((one) => one.clusterId === cluster_id && one.namespace === namespace);
        return row && `${row.namespace} (${row.clusterName})`;
      }}
      rest="Everything else"
    />
  );
}

interface Trend {
  readonly data: {
    readonly scope_ref?: { readonly cluster_id?: string; readonly namespace?: string };
    readonly points: readonly {
      readonly bucket_start: string;
      readonly total_cost: { readonly amount: string; readonly currency: string };
    }[];
  };
}

interface StackedDaysProps {
  readonly total: Answer<Trend>;
  readonly parts: Answer<readonly Trend[]>;
  /** By what a trend says that it is of: an earlier one may still be shown. */
  readonly nameOf: (of: NonNullable<Trend['data']['scope_ref']>) => string | undefined;
  readonly rest: string;
}

function StackedDays({ total, parts, nameOf, rest }: StackedDaysProps) {
  const { days, search, change } = useView();
  const navigate = useNavigate();
  const kept = useKept();
  return (
    <Panel
      title="Cost per day"
      unit={`${total.data?.data.points[0]?.total_cost.currency ?? ''} per day`}
      height={300}
      answer={joinAnswers(total, parts)}
      controls={
        <select
          aria-label="Told apart"
          value={search.stack === 'namespaces' ? 'namespaces' : 'clusters'}
          onChange={({ target: { value } }) => change({ stack: value })}
        >
          {Object.entries(stacks).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      }
      empty={([trend]) => trend.data.points.length === 0 && 'There is no data for these days.'}
    >
      {([trend, trends]) => (
        <DayBars
          caption="Cost per day"
          currency={trend.data.points[0]?.total_cost.currency ?? ''}
          days={listDays(days)}
          series={stack(trend, trends, nameOf, rest)}
          onPick={(day) =>
            void navigate({
              to: '/explore',
              search: { ...kept, range: undefined, from: day, to: day, compare: 'before' },
            })
          }
        />
      )}
    </Panel>
  );
}

/** The largest in their colours, and above them what is left of each day's bill, exactly. */
function stack(
  total: Trend,
  trends: readonly Trend[],
  nameOf: StackedDaysProps['nameOf'],
  rest: string,
): Series[] {
  const series: Series[] = trends.map((trend, index) => ({
    name: nameOf(trend.data.scope_ref ?? {}) ?? '',
    fill: index + 1,
    amounts: amountsOf(trend),
  }));
  const left = [...amountsOf(total)].map(([day, amount]): [string, string] => [
    day,
    difference(amount, sum(series.flatMap(({ amounts }) => amounts.get(day) ?? []))),
  ]);
  return [...series, { name: rest, fill: 'rest', amounts: new Map(left) }];
}

const amountsOf = ({ data: { points } }: Trend): Map<string, string> =>
  new Map(
    points.map(({ bucket_start, total_cost }) => [bucket_start.slice(0, 10), total_cost.amount]),
  );
