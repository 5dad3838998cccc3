import { demoMembers, type Scale } from '@costplane/sample';
import { checkName } from '../check-name.ts';
import { counted, countedContents } from '../counted.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrCreateOrganization } from '../database/find-or-create-organization.ts';
import { refuseOtherClusters } from '../demo/find-demo-clusters.ts';
import { type LoadedCluster, loadDemoClusters } from '../demo/load-demo-clusters.ts';
import { loadPlans } from '../demo/load-plan.ts';
import { recommendForDemo } from '../demo/recommend-for-demo.ts';
import { printJson, printLines } from '../print.ts';
import { showProgress } from '../progress.ts';

export interface LoadSampleOptions {
  org: string;
  scale: Scale;
  days: number;
  json?: boolean;
}

/** Ingests a demo fleet: one regular snapshot per cluster, and its history. */
export async function loadSample({ org, scale, days, json }: LoadSampleOptions): Promise<void> {
  checkName('The name of an organization', org);
  const fleet = demoMembers(scale);
  // The engine runs last, because it needs the history.
  const progress = showProgress(fleet.length + (days > 0 ? 1 : 0));
  const loaded = await withDatabase(
    async (database) => {
      const organization = await findOrCreateOrganization(database.as('owner'), org);
      await refuseOtherClusters(database, organization, scale);
      const clusters = await loadDemoClusters(database, organization.id, fleet, {
        plan: loadPlans[scale],
        days,
        progress,
      });
      if (days === 0) return clusters.map((cluster) => ({ ...cluster, recommendations: 0 }));
      const added = await recommendForDemo(database, organization.id, { progress });
      return clusters.map((cluster) => ({
        ...cluster,
        recommendations: added.get(cluster.cluster_id) ?? 0,
      }));
    },
    { organization: org },
  ).finally(progress.end);
  if (json) printJson(loaded);
  else printLines(...loaded.map(describe));
}

/** `recommendations` counts those that the engine has just created. */
type Described = LoadedCluster & { recommendations: number };

function describe({ cluster, cluster_id, status, history, ...counts }: Described): string {
  const since = history === null ? '' : `, history from ${history.from.slice(0, 10)}`;
  const { recommendations } = counts;
  const advice = recommendations === 0 ? '' : `, ${counted(recommendations, 'recommendation')}`;
  return `${cluster}: ${status} to cluster ${cluster_id} (${countedContents(counts)})${since}${advice}`;
}
