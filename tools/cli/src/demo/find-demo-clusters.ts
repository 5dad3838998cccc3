import { demoFleet, type DemoCluster } from '@costplane/sample';
import type { CommandDatabase } from '../database/command-database.ts';
import { CommandError } from '../command-error.ts';
import { demoName } from './demo-name.ts';

/**
 * The clusters of the demo fleet, as of now, that an organization is to be brought up to date
 * with: those that it has from the sample. A cluster that is only called the same has other nodes.
 *
 * The demo organization may be what an interrupted load has left. Its clusters of these names that
 * wait for their first snapshot belong to the fleet as well, and if it has nothing else, not even
 * those, it is to be completed with the whole fleet.
 */
export async function findDemoClusters(
  database: CommandDatabase,
  organization: { id: string; name: string },
): Promise<DemoCluster[]> {
  const fleet = demoFleet(new Date());
  const found = await findClusters(database, organization.id);
  const isDemo = organization.name === demoName;
  const ours = fleet.filter((demo) => {
    const cluster = found.get(demo.name);
    if (!cluster) return false;
    if (cluster.uids.length === 0) return isDemo && cluster.status === 'pending';
    return hasNodes(demo, cluster.uids);
  });
  return isDemo && ours.length === found.size ? fleet : ours;
}

/**
 * Refuses to load the demo fleet into an organization that has a cluster of its own under a name of
 * the fleet: its nodes would be replaced by those of the demo, and its bill be the sum of both.
 *
 * @throws {CommandError}
 */
export async function refuseOtherClusters(
  database: CommandDatabase,
  organization: { id: string; name: string },
  fleet: readonly DemoCluster[],
): Promise<void> {
  const found = await findClusters(database, organization.id);
  const other = fleet.find((demo) => !hasNodes(demo, found.get(demo.name)?.uids ?? []));
  if (other === undefined) return;
  throw new CommandError(
    `The cluster ${other.name} of ${organization.name} is not the demo's, which would replace it; name another organization with --org`,
  );
}

/** Whether all of these are nodes of the demo's cluster. */
function hasNodes({ snapshot }: DemoCluster, uids: readonly string[]): boolean {
  const own = new Set(snapshot.nodes.map(({ uid }) => uid));
  return uids.every((uid) => own.has(uid));
}

/** The clusters of an organization by name, each with the uids of its nodes. */
async function findClusters(
  database: CommandDatabase,
  organizationId: string,
): Promise<Map<string, { status: string; uids: string[] }>> {
  const rows = await database
    .as('owner')
    .selectFrom('clusters as cluster')
    .leftJoin('nodes as node', (join) =>
      join
        .onRef('node.organization_id', '=', 'cluster.organization_id')
        .onRef('node.cluster_id', '=', 'cluster.id')
        .on('node.gone_at', 'is', null),
    )
    .select(['cluster.name', 'cluster.status', 'node.uid'])
    .where('cluster.organization_id', '=', organizationId)
    .execute();
  const clusters = new Map<string, { status: string; uids: string[] }>();
  for (const { name, status, uid } of rows) {
    const cluster = clusters.get(name) ?? { status, uids: [] };
    if (uid !== null) cluster.uids.push(uid);
    clusters.set(name, cluster);
  }
  return clusters;
}
