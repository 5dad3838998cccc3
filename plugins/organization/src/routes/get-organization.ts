import { acceptsBasis, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { organizationSchema } from '../resources/organization-schema.ts';
import { type OrganizationRows } from '../tables.ts';
import { readOrganization } from './read-organization.ts';

/** The organization of the key, summed over the clusters that the key may read. */
export const getOrganization = routesOver<OrganizationRows>()({
  operationId: 'getOrganization',
  method: 'get',
  path: '/v1/organization',
  tag: 'Organization',
  summary: 'Get the organization',
  description:
    'Sums over the clusters that the key may read. A stale cluster counts with the figures of ' +
    'its last report, but not as connected.',
  scope: 'organization:read',
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: organizationSchema,

  handler: async (context) => (await readOrganization(context)).snapshot,
});
