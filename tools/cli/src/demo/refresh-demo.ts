import type { CommandDatabase } from '../database/command-database.ts';
import { findDemoClusters } from './find-demo-clusters.ts';
import { loadDemoClusters } from './load-demo-clusters.ts';
import { loadPlans, quickly } from './load-plan.ts';

/**
 * Brings what an organization has of a demo fleet up to now, and its history back by so many
 * days; answers the clusters' names.
 */
export async function refreshDemo(
  database: CommandDatabase,
  organization: { id: string; name: string },
  { days }: { days: number },
): Promise<string[]> {
  const { scale, clusters } = await findDemoClusters(database, organization);
  const plan = quickly(loadPlans[scale]);
  await loadDemoClusters(database, organization.id, clusters, { plan, days });
  return clusters.map(({ name }) => name);
}
