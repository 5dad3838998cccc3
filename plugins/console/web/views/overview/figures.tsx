import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { organizationTrend } from '../../api/questions.ts';
import { type Days, firstOfMonth, listDays, sameDaysLastMonth, today } from '../../parts/days.ts';
import { Figure, Figures as FigureList } from '../../parts/figures.tsx';
import { Change, Cost, sum } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useKept, useView } from '../../parts/view.tsx';
import { type DashboardAnswer } from './bodies.ts';

/** The key figures of the organization. */
export function Figures({ dashboard }: { readonly dashboard: DashboardAnswer }) {
  const { costing } = useView();
  const lastMonth = sameDaysLastMonth({ from: firstOfMonth(today()), to: today() });
  const trend = useAnswer(organizationTrend(lastMonth, costing));
  const before = trend.data && sumIfComplete(trend.data.data.points, lastMonth);
  const kept = useKept();
  return (
    <Panel
      title="This month"
      height={84}
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
              {trend.data && (
                <Change from={before} to={billed_cost} than="the same days last month" />
              )}
            </small>
          </Figure>
          <Figure label="Run rate per hour, now">
            <Cost of={snapshot.cost.current_run_rate_hourly} />
            {snapshot.cost.unallocated && (
              <small>
                of it unallocated: <Cost of={snapshot.cost.unallocated} />
              </small>
            )}
          </Figure>
          <Figure label="Potential savings per hour">
            <Cost of={savings.current_hourly_potential} />
            <small>
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

interface Point {
  readonly bucket_start: string;
  readonly total_cost: { readonly amount: string };
}

/** The cost of the days if all have data; an incomplete sum cannot be compared. */
function sumIfComplete(points: readonly Point[], days: Days): string | undefined {
  return points.length < listDays(days).length
    ? undefined
    : sum(points.map(({ total_cost }) => total_cost.amount));
}
