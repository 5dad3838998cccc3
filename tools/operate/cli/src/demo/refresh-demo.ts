import { type CommandDatabase } from '../database/command-database.ts';
import { findDemoClusters } from './find-demo-clusters.ts';
import { loadDemoClusters } from './load-demo-clusters.ts';
import { type Progress } from '../progress.ts';
import { loadPlans, quickly } from './load-plan.ts';

/**
 * Brings an organization's part of a demo fleet up to date, with the given days of history; returns
 * the names of the clusters.
 */
export async function refreshDemo(
  database: CommandDatabase,
  organization: { id: string; name: string },
  { days, startProgress }: { days: number; startProgress?: (clusters: number) => Progress },
): Promise<string[]> {
  const { scale, clusters } = await findDemoClusters(database, organization);
  const plan = quickly(loadPlans[scale]);
  const progress = startProgress?.(clusters.length);
  await loadDemoClusters(database, organization.id, clusters, { plan, days, progress }).finally(
    () => progress?.end(),
  );
  return clusters.map(({ name }) => name);
}
