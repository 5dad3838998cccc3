import { knownMoney, toMoney } from '@costplane/plugin-api/schema';
import { type ClusterCostRow } from '../queries/select-cluster-costs.ts';
import { type PendingSavings } from '../queries/select-pending-savings.ts';
import { type TopClusterRow } from '../queries/select-top-clusters.ts';
import { type Dashboard } from './dashboard-schema.ts';
import { type MonthCalendar } from './month-calendar.ts';
import { type Organization } from './organization-schema.ts';

/** The query results that the dashboard is computed from. */
export interface DashboardFigures {
  readonly snapshot: Organization;
  readonly calendar: MonthCalendar;
  /** Costs of the month so far, including the row of the total. */
  readonly costs: readonly ClusterCostRow[];
  readonly savings: PendingSavings;
  readonly topClusters: readonly TopClusterRow[];
  readonly currency: string;
}

/** The contract's dashboard: the current state, the month so far and the savings. */
export function toDashboard(figures: DashboardFigures): Dashboard {
  const { snapshot, calendar, costs, savings, topClusters, currency } = figures;
  const findCost = costsByCluster(costs);
  return {
    organization_id: snapshot.id,
    snapshot,
    month_to_date: {
      billed_cost: knownMoney(findCost(null), currency),
      calendar,
    },
    savings: {
      current_hourly_potential: toMoney(savings.savings_hourly, currency),
      current_hourly_increase: toMoney(savings.increase_hourly, currency),
      recommendation_count: savings.recommendations,
    },
    top_clusters: topClusters.map(({ id, name, run_rate_hourly }) => ({
      cluster: { id, name },
      current_run_rate_hourly: knownMoney(run_rate_hourly, currency),
      month_to_date_cost: knownMoney(findCost(id), currency),
    })),
  };
}

/** Cost of a cluster, or the total (`null`). A cluster without history has cost 0. */
function costsByCluster(rows: readonly ClusterCostRow[]) {
  const costs = new Map(rows.map(({ cluster_id, cost }) => [cluster_id, cost]));
  return (clusterId: string | null) => (costs.has(clusterId) ? costs.get(clusterId) : '0');
}
