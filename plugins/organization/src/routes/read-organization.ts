import { type Parameters, type RequestContext } from '@costplane/plugin-api';
import { selectClusterTotals } from '../queries/select-cluster-totals.ts';
import { selectOrganization } from '../queries/select-organization.ts';
import { type PendingSavings, selectPendingSavings } from '../queries/select-pending-savings.ts';
import { type Organization } from '../resources/organization-schema.ts';
import { toOrganization } from '../resources/to-organization.ts';
import { type OrganizationRows } from '../tables.ts';

const connectedWithinMs = 180_000;

type SnapshotContext = Pick<
  RequestContext<OrganizationRows, Parameters, Parameters, unknown>,
  'db' | 'organization' | 'allowedClusters' | 'basis' | 'clock'
>;

/** The organization of the key, summed over the clusters that the key may read, and their savings. */
export async function readOrganization({
  db,
  organization: { id, currency },
  allowedClusters,
  basis,
  clock,
}: SnapshotContext): Promise<{ snapshot: Organization; savings: PendingSavings }> {
  const scope = { organizationId: id, allowedClusters };
  const [organization, totals, savings] = await Promise.all([
    selectOrganization(db, id).executeTakeFirstOrThrow(),
    selectClusterTotals(db, scope, basis).executeTakeFirstOrThrow(),
    selectPendingSavings(db, scope).executeTakeFirstOrThrow(),
  ]);
  const isConnected = (lastSeenAt: string) =>
    !clock.hasPassed(new Date(Date.parse(lastSeenAt) + connectedWithinMs));
  const snapshot = toOrganization({
    organization,
    totals,
    connectedClusters: totals.last_seen_at.filter(isConnected).length,
    recommendations: savings.recommendations,
    basis,
    currency,
  });
  return { snapshot, savings };
}
