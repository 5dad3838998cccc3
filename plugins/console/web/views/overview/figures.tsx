import { type MoneyObject } from '@costplane/client';
import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswers } from '../../api/answer.ts';
import { organizationTrend } from '../../api/questions.ts';
import {
  addDays,
  type Days,
  firstOfMonth,
  listDays,
  sameDaysLastMonth,
  today,
} from '../../parts/days.ts';
import { Figure, Figures as FigureList } from '../../parts/figures.tsx';
import { Change, Cost, sum, toMonthly } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';

/** The key figures of the organization. */
export function Figures({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const { costing } = useView();
  // Whole days, because today is not over: on the first of a month there are none.
  const thisMonth = { from: firstOfMonth(today()), to: addDays(today(), -1) };
  const lastMonth = sameDaysLastMonth(thisMonth);
  const trends = useAnswers(
    thisMonth.to < thisMonth.from
      ? []
      : [organizationTrend({ from: lastMonth.from, to: thisMonth.to }, costing)],
  );
  const points = trends.isEarlier ? undefined : trends.data?.[0]?.data.points;
  const kept = useKept();
  return (
    <Panel
      title="This month"
      height={90}
      answer={mapAnswer(dashboard, ({ data }) => data)}
      unit={dashboard.data?.data.month_to_date.billed_cost?.currency ?? ''}
    >
      {({ month_to_date: { billed_cost, calendar }, snapshot, savings }) => (
        <FigureList>
          <Figure
            label={`Month to date, day ${calendar.days_elapsed} of ${calendar.days_in_month}`}
          >
            <Cost of={billed_cost} />
            <small>
              {points && (
                <Change
                  from={sumIfComplete(points, lastMonth)}
                  to={sumIfComplete(points, thisMonth)}
                  than="the same days last month, without today"
                  missing="not comparable: data of the same days last month, or of this month, is missing"
                />
              )}
            </small>
          </Figure>
          <Figure label="Run rate per month, now">
            <Monthly of={snapshot.cost.current_run_rate_hourly} />
            <small>
              <Cost of={snapshot.cost.current_run_rate_hourly} /> per hour
              {snapshot.cost.unallocated && (
                <>
                  , of it unallocated: <Cost of={snapshot.cost.unallocated} />
                </>
              )}
            </small>
          </Figure>
          <Figure label="Potential savings per month">
            <Monthly of={savings.current_hourly_potential} />
            <small>
              <Cost of={savings.current_hourly_potential} /> per hour,{' '}
              <Link to="/recommendations" search={kept}>
                {counted(savings.recommendation_count, 'recommendation')}
              </Link>
            </small>
          </Figure>
          <Figure label="Reporting clusters">
            <span className="number">
              {snapshot.utilization.counts.connected_clusters} of{' '}
              {snapshot.utilization.counts.clusters}
            </span>
            <small>
              {counted(snapshot.utilization.counts.nodes, 'node')},{' '}
              <Link to="/workloads" search={kept}>
                {counted(snapshot.utilization.counts.workloads, 'workload')}
              </Link>
            </small>
          </Figure>
        </FigureList>
      )}
    </Panel>
  );
}

const Monthly = ({ of: hourly }: { readonly of: MoneyObject | undefined }) => (
  <Cost of={hourly && toMonthly(hourly)} />
);

interface Point {
  readonly bucket_start: string;
  readonly total_cost: { readonly amount: string };
}

/** The cost of the days if all have data; an incomplete sum cannot be compared. */
function sumIfComplete(points: readonly Point[], days: Days): string | undefined {
  const amounts = new Map(
    points.map(({ bucket_start, total_cost }) => [bucket_start.slice(0, 10), total_cost.amount]),
  );
  const known = listDays(days).map((day) => amounts.get(day));
  return known.every((amount) => amount !== undefined) ? sum(known) : undefined;
}
