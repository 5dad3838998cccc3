import { knownMoney, toMoney } from '@costplane/plugin-api/schema';
import { type PendingSavings } from '../queries/select-pending-savings.ts';
import { type TopClusterRow } from '../queries/select-top-clusters.ts';
import { type Dashboard } from './dashboard-schema.ts';
import { type MonthCalendar } from './month-calendar.ts';
import { type Organization } from './organization-schema.ts';

/** The query results that the dashboard is computed from. */
export interface DashboardFigures {
  readonly snapshot: Organization;
  readonly calendar: MonthCalendar;
  /** Cost of the month so far. */
  readonly monthCost: string | null;
  readonly savings: PendingSavings;
  readonly topClusters: readonly TopClusterRow[];
  readonly currency: string;
}

/** The contract's dashboard: the current state, the month so far and the savings. */
export function toDashboard(figures: DashboardFigures): Dashboard {
  const { snapshot, calendar, monthCost, savings, topClusters, currency } = figures;
  return {
    organization_id: snapshot.id,
    snapshot,
    month_to_date: {
      billed_cost: knownMoney(monthCost, currency),
      calendar,
    },
    savings: {
      current_hourly_potential: toMoney(savings.savings_hourly, currency),
      current_hourly_increase: toMoney(savings.increase_hourly, currency),
      recommendation_count: savings.recommendations,
    },
    top_clusters: topClusters.map(({ id, name, run_rate_hourly, month_cost }) => ({
      cluster: { id, name },
      current_run_rate_hourly: knownMoney(run_rate_hourly, currency),
      month_to_date_cost: knownMoney(month_cost, currency),
    })),
  };
}
