import { type CommandDatabase } from '../database/command-database.ts';
import { findDemoClusters } from './find-demo-clusters.ts';
import { loadPlans } from './load-plan.ts';
import { recommendForDemo } from './recommend-for-demo.ts';
import { recordDemoUsage } from './record-demo-usage.ts';

/**
 * Records the recent usage of the demo clusters and runs the engine: the recommendations of a fleet
 * that was loaded quickly.
 */
export async function measureDemo(
  database: CommandDatabase,
  organization: { id: string; name: string },
  signal: AbortSignal,
): Promise<void> {
  const db = database.as('ingest');
  const { scale, clusters } = await findDemoClusters(database, organization);
  if (clusters.length === 0) return;
  const rows = await db
    .selectFrom('clusters')
    .select(['name', 'id'])
    .where('organization_id', '=', organization.id)
    .execute();
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  for (const cluster of clusters.slice(0, loadPlans[scale].measuredClusters)) {
    const clusterId = ids.get(cluster.name);
    if (signal.aborted) return;
    if (clusterId === undefined) continue;
    await recordDemoUsage(db, cluster, { organizationId: organization.id, clusterId, signal });
    // Creates the recommendations of each cluster as early as possible.
    await recommendForDemo(database, organization.id, { clusterId, signal });
  }
}
