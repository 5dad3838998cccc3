import { acceptsBasis, rejectsCostMode, routesOver } from '@costplane/kernel';
import {
  countPendingRecommendations,
  selectClusterTotals,
  selectGpuModels,
} from '../queries/select-cluster-totals.ts';
import { selectOrganization } from '../queries/select-organization.ts';
import { organizationSchema } from '../resources/organization-schema.ts';
import { toOrganization } from '../resources/to-organization.ts';
import { type OrganizationRows } from '../tables.ts';

const connectedWithinMs = 180_000;

/** The organization of the key, summed over the clusters that the key may see. */
export const getOrganization = routesOver<OrganizationRows>()({
  operationId: 'getOrganization',
  method: 'get',
  path: '/v1/organization',
  tag: 'Organization',
  summary: 'Get the organization',
  description:
    'Sums over the clusters that the key may see. A stale cluster counts with the figures of its ' +
    'last report, but not as connected.',
  scope: 'organization:read',
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  response: organizationSchema,

  async handler({ db, organization: { id, currency }, allowedClusters, basis, now }) {
    const scope = { organizationId: id, allowedClusters };
    const connectedSince = new Date(now.getTime() - connectedWithinMs).toISOString();
    const [organization, totals, models, recommendations] = await Promise.all([
      selectOrganization(db, id).executeTakeFirstOrThrow(),
      selectClusterTotals(db, scope, basis, connectedSince).executeTakeFirstOrThrow(),
      selectGpuModels(db, scope).execute(),
      countPendingRecommendations(db, scope).executeTakeFirstOrThrow(),
    ]);
    return toOrganization({
      organization,
      totals,
      gpuModels: models.map(({ model }) => model),
      recommendations: recommendations.total,
      basis,
      currency,
    });
  },
});
