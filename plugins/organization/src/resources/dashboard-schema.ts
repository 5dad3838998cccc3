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
    month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'The month by UTC, `YYYY-MM`.' }),
    days_elapsed: count('Days of the month that have begun, today included.'),
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
      recommendation_count: count('Recommendations that are pending.'),
    }),
    top_clusters: Type.Array(topCluster, {
      description: 'The clusters of the highest run rate, highest first.',
    }),
  }),
  'Over the clusters that the key may see. `billed_cost` and `month_to_date_cost` are what the ' +
    'month has cost so far, in the cost mode and over the basis; absent where no price is known. ' +
    '`savings` are of the recommendations that are pending: `current_hourly_potential` is what those ' +
    'save that save, `current_hourly_increase` what the others cost more. No month is projected.',
);

export type Dashboard = Static<typeof dashboardSchema>;
