import { demoFleet } from '@costplane/sample';
import type { CommandDatabase } from '../database/command-database.ts';

/**
 * The names of an organization's clusters that are the sample's: of one that is only called the
 * same, the nodes are others. If an interrupted load left the fleet incomplete, and there is
 * nothing else in the organization, the whole fleet.
 */
export async function findDemoClusters(
  database: CommandDatabase,
  organizationId: string,
): Promise<string[]> {
  const fleet = demoFleet(new Date());
  const nodes = await database
    .as('owner')
    .selectFrom('clusters as cluster')
    .leftJoin('nodes as node', (join) =>
      join
        .onRef('node.organization_id', '=', 'cluster.organization_id')
        .onRef('node.cluster_id', '=', 'cluster.id')
        .on('node.gone_at', 'is', null),
    )
    .select(['cluster.name as cluster', 'node.uid as uid'])
    .where('cluster.organization_id', '=', organizationId)
    .execute();
  const found = Map.groupBy(nodes, ({ cluster }) => cluster);
  const ours = fleet.filter(({ name, snapshot }) => {
    const uids = new Set(snapshot.nodes.map(({ uid }) => uid));
    return found.get(name)?.every(({ uid }) => uid !== null && uids.has(uid));
  });
  const isAllOurs = ours.length > 0 && ours.length === found.size;
  return (isAllOurs ? fleet : ours).map(({ name }) => name);
}
