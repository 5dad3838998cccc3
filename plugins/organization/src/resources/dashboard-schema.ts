import {
  count,
  moneySchema,
  named,
  referenceSchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { organizationSchema } from './organization-schema.ts';

const monthToDate = Type.Object({
  billed_cost: Type.Optional(moneySchema),
  calendar: Type.Object({
    month: Type.String({
      pattern: '^\\d{4}-\\d{2}$',
      description: 'The month (UTC), as `YYYY-MM`.',
    }),
    days_elapsed: count('Days of the month so far, including today.'),
    days_in_month: count(),
    month_start_at: timestamp(),
  }),
});

const topCluster = Type.Object({
  cluster: referenceSchema,
  current_run_rate_hourly: Type.Optional(moneySchema),
  month_to_date_cost: Type.Optional(moneySchema),
});

/** The dashboard of the organization (contract, "Organization dashboard"). */
export const dashboardSchema = named(
  'OrganizationDashboard',
  Type.Object({
    organization_id: uuid(),
    snapshot: organizationSchema,
    month_to_date: monthToDate,
    savings: Type.Object({
      current_hourly_potential: moneySchema,
      current_hourly_increase: Type.Optional(moneySchema),
      recommendation_count: count('Pending recommendations.'),
    }),
    top_clusters: Type.Array(topCluster, {
      description: 'The clusters with the highest run rate, highest first.',
    }),
  }),
  'Covers the clusters that the key may read. `billed_cost` and `month_to_date_cost` are the ' +
    'cost of the month so far, in the selected cost mode and basis; absent when no price is ' +
    'known. `savings` covers the pending recommendations: `current_hourly_potential` sums those ' +
    'that lower the cost, `current_hourly_increase` those that raise it. No figure is a ' +
    'projection for the whole month.',
);

export type Dashboard = Static<typeof dashboardSchema>;
