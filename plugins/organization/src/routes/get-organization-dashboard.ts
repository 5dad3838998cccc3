import {
  acceptsBasis,
  acceptsCostMode,
  integerParameter,
  routesOver,
  withDefault,
} from '@costplane/plugin-api';
import { selectMonthCost } from '../queries/select-month-cost.ts';
import { selectTopClusters } from '../queries/select-top-clusters.ts';
import { dashboardSchema } from '../resources/dashboard-schema.ts';
import { daysOfMonthToDate, toMonthCalendar } from '../resources/month-calendar.ts';
import { toDashboard } from '../resources/to-dashboard.ts';
import { type OrganizationRows } from '../tables.ts';
import { readOrganization } from './read-organization.ts';

/** The current figures of the organization, and its cost this month. */
export const getOrganizationDashboard = routesOver<OrganizationRows>()({
  operationId: 'getOrganizationDashboard',
  method: 'get',
  path: '/v1/organization/dashboard',
  tag: 'Organization',
  summary: 'Get the dashboard of the organization',
  description:
    'Current state of the organization, its cost since the first day of the month (UTC), the ' +
    'savings of its pending recommendations, and its most expensive clusters. The cost mode ' +
    'changes only `month_to_date` and `month_to_date_cost`.',
  scope: 'organization:read',
  query: {
    top_clusters_limit: withDefault(
      integerParameter(
        { minimum: 1, maximum: 20 },
        'Maximum number of clusters in `top_clusters`.',
        {
          code: 'VALIDATION_ERROR',
        },
      ),
      5,
    ),
  },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: dashboardSchema,

  async handler(context) {
    const { db, organization, allowedClusters, query, costMode, basis, clock } = context;
    const scope = { organizationId: organization.id, allowedClusters };
    const today = clock.startOfDay();
    const month = { basis, costMode, ...daysOfMonthToDate(today) };
    const [{ snapshot, savings }, { cost }, topClusters] = await Promise.all([
      readOrganization(context),
      selectMonthCost(db, scope, month).executeTakeFirstOrThrow(),
      selectTopClusters(db, scope, month, query.top_clusters_limit).execute(),
    ]);
    const { currency } = organization;
    const calendar = toMonthCalendar(today);
    return toDashboard({ snapshot, calendar, monthCost: cost, savings, topClusters, currency });
  },
});
