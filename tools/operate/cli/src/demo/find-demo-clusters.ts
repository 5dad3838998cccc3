import { demoMembers, demoNodeUid, scales, type DemoMember, type Scale } from '@costplane/sample';
import { type CommandDatabase } from '../database/command-database.ts';
import { CommandError } from '../command-error.ts';
import { demoName } from './demo-name.ts';

export interface DemoClusters {
  scale: Scale;
  clusters: DemoMember[];
}

/**
 * The clusters of a demo fleet that an organization has and that a refresh updates. A cluster that
 * only has the same name has other nodes.
 *
 * The demo organization may be left over from an interrupted load: its clusters that wait for their
 * first snapshot belong to the fleet as well, and an empty one is completed with the whole fleet.
 */
export async function findDemoClusters(
  database: CommandDatabase,
  organization: { id: string; name: string },
): Promise<DemoClusters> {
  const found = await findClusters(database, organization.id);
  const isDemo = organization.name === demoName;
  const [scale, ours] = findScale(found, { isDemo }) ?? ['small' as const, []];
  return { scale, clusters: isDemo && ours.length === found.size ? demoMembers(scale) : ours };
}

/**
 * Refuses to load the demo fleet into an organization that only has clusters of its own, or one
 * under the same name: the demo would replace its nodes and mix both costs. Also refuses a fleet of
 * another scale.
 *
 * @throws {CommandError}
 */
export async function refuseOtherClusters(
  database: CommandDatabase,
  organization: { id: string; name: string },
  scale: Scale,
): Promise<void> {
  const found = await findClusters(database, organization.id);
  const elsewhere = 'name another organization with --org';
  const other = demoMembers(scale).find(({ name }) => !hasDemoNodes(name, found.get(name)));
  if (other !== undefined) {
    throw new CommandError(
      `The cluster ${other.name} of ${organization.name} is not one of the demo, which would replace it; ${elsewhere}`,
    );
  }
  const [loaded] = findScale(found, { isDemo: organization.name === demoName }) ?? [];
  const names = new Set(demoMembers(scale).map(({ name }) => name));
  const own = [...found.keys()].find((name) => !names.has(name));
  if (loaded === undefined && own !== undefined) {
    throw new CommandError(
      `The cluster ${own} of ${organization.name} is not one of the demo, which would mix with its costs; ${elsewhere}`,
    );
  }
  if (loaded !== undefined && loaded !== scale) {
    throw new CommandError(
      `${organization.name} has the ${loaded} demo fleet; to load the ${scale} one, ${elsewhere}`,
    );
  }
}

interface FoundCluster {
  status: string;
  nodes: { name: string; uid: string }[];
}

/** The first scale of which the organization has clusters, and these clusters. */
function findScale(
  found: ReadonlyMap<string, FoundCluster>,
  { isDemo }: { isDemo: boolean },
): [scale: Scale, clusters: DemoMember[]] | undefined {
  for (const scale of scales) {
    const ours = demoMembers(scale).filter(({ name }) => {
      const cluster = found.get(name);
      if (!cluster) return false;
      if (cluster.nodes.length === 0) return isDemo && cluster.status === 'pending';
      return hasDemoNodes(name, cluster);
    });
    if (ours.length > 0) return [scale, ours];
  }
  return undefined;
}

/** Whether all nodes belong to the demo's cluster, now or at another time. */
function hasDemoNodes(cluster: string, { nodes }: Pick<FoundCluster, 'nodes'> = { nodes: [] }) {
  return nodes.every(({ name, uid }) => uid === demoNodeUid(cluster, name));
}

/** The clusters of an organization by name, with their nodes. */
async function findClusters(
  database: CommandDatabase,
  organizationId: string,
): Promise<Map<string, FoundCluster>> {
  const rows = await database
    .as('owner')
    .selectFrom('clusters as cluster')
    .leftJoin('nodes as node', (join) =>
      join
        .onRef('node.organization_id', '=', 'cluster.organization_id')
        .onRef('node.cluster_id', '=', 'cluster.id')
        .on('node.gone_at', 'is', null),
    )
    .select(['cluster.name', 'cluster.status', 'node.name as node_name', 'node.uid'])
    .where('cluster.organization_id', '=', organizationId)
    .execute();
  const clusters = new Map<string, FoundCluster>();
  for (const { name, status, node_name, uid } of rows) {
    const cluster = clusters.get(name) ?? { status, nodes: [] };
    if (node_name !== null && uid !== null) cluster.nodes.push({ name: node_name, uid });
    clusters.set(name, cluster);
  }
  return clusters;
}
