import type { CommandDatabase } from '../database/command-database.ts';
import { findDemoClusters } from './find-demo-clusters.ts';
import { loadDemoFleet } from './load-demo-fleet.ts';

/** Brings what an organization has of the demo fleet up to now; answers those clusters. */
export async function refreshDemo(
  database: CommandDatabase,
  organizationId: string,
): Promise<string[]> {
  const clusters = await findDemoClusters(database, organizationId);
  if (clusters.length > 0) await loadDemoFleet(database, organizationId, { only: clusters });
  return clusters;
}
