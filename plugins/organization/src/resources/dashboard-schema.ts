import {
  count,
  described,
  moneySchema,
  namedObject,
  referenceSchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { organizationSchema } from './organization-schema.ts';

const monthToDate = Type.Object(
  {
    billed_cost: Type.Optional(
      described(moneySchema, 'Cost of the month so far; absent when no price is known.'),
    ),
    calendar: Type.Object(
      {
        month: Type.String({
          pattern: '^\\d{4}-\\d{2}$',
          description: 'The month (UTC), as `YYYY-MM`.',
        }),
        days_elapsed: count('Days of the month so far, including today.'),
        days_in_month: count('Days of the month.'),
        month_start_at: timestamp('Start of the month (UTC).'),
      },
      { description: 'The month that the figures cover.' },
    ),
  },
  { description: 'Costs of the current month.' },
);

const topCluster = Type.Object({
  cluster: described(referenceSchema, 'The cluster.'),
  current_run_rate_hourly: Type.Optional(
    described(moneySchema, 'Cost per hour if what runs now keeps running; absent when unknown.'),
  ),
  month_to_date_cost: Type.Optional(
    described(moneySchema, 'Cost of the month so far; absent when no price is known.'),
  ),
});

/** The dashboard of the organization (contract, "Organization dashboard"). */
export const dashboardSchema = namedObject(
  'OrganizationDashboard',
  'Covers the clusters that the key may read. `billed_cost` and `month_to_date_cost` are the ' +
    'cost of the month so far, in the selected cost mode and basis; absent when no price is ' +
    'known. Reports are added to them with a delay, five minutes by default, so they are 0 in the ' +
    'first minutes of a month. `savings` covers the pending recommendations: ' +
    '`current_hourly_potential` sums those that lower the cost, `current_hourly_increase` those ' +
    'that raise it. No figure is a projection for the whole month.',
  {
    organization_id: uuid('Id of the organization.'),
    snapshot: organizationSchema,
    month_to_date: monthToDate,
    savings: Type.Object(
      {
        current_hourly_potential: described(
          moneySchema,
          'Saving per hour of the pending recommendations that lower the cost.',
        ),
        current_hourly_increase: Type.Optional(
          described(
            moneySchema,
            'Additional cost per hour of the pending recommendations that raise it.',
          ),
        ),
        recommendation_count: count('Pending recommendations.'),
      },
      { description: 'Totals of the pending recommendations.' },
    ),
    top_clusters: Type.Array(topCluster, {
      description: 'The clusters with the highest run rate, highest first.',
    }),
  },
);

export type Dashboard = Static<typeof dashboardSchema>;
