import { definePlugin } from '@costplane/plugin-api';
import { getOrganization } from './routes/get-organization.ts';
import { getOrganizationDashboard } from './routes/get-organization-dashboard.ts';
import { organizationTables } from './tables.ts';

/** The organization: capacity, usage and cost over all of its clusters, now and in the month so far. */
export const organizationPlugin = definePlugin({
  id: 'organization',
  scopes: { 'organization:read': 'The organization, its dashboard and its cost trend' },
  tables: organizationTables,
  tags: { Organization: 'Capacity, usage and cost over all clusters.' },
  routes: [getOrganization, getOrganizationDashboard],
});
