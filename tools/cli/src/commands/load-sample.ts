import { demoMembers, type Scale } from '@costplane/sample';
import { checkOrganizationName } from '../database/check-organization-name.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrCreateOrganization } from '../database/find-or-create-organization.ts';
import { refuseOtherClusters } from '../demo/find-demo-clusters.ts';
import { type LoadedCluster, loadDemoClusters } from '../demo/load-demo-clusters.ts';
import { printJson, printLines } from '../print.ts';
import { showProgress } from '../progress.ts';

export interface LoadSampleOptions {
  org: string;
  scale: Scale;
  days: number;
  json?: boolean;
}

/** Takes in a demo fleet, each cluster as a snapshot like any other, and what came before it. */
export async function loadSample({ org, scale, days, json }: LoadSampleOptions): Promise<void> {
  checkOrganizationName(org);
  const fleet = demoMembers(scale);
  const progress = showProgress(fleet.length);
  const loaded = await withDatabase(async (database) => {
    const organization = await findOrCreateOrganization(database.as('owner'), org);
    await refuseOtherClusters(database, organization, scale);
    return loadDemoClusters(database, organization.id, fleet, { scale, days, progress });
  }).finally(progress.end);
  if (json) printJson(loaded);
  else printLines(...loaded.map(describe));
}

function describe(loaded: LoadedCluster): string {
  const { cluster, status, cluster_id, nodes, pods, workloads, history } = loaded;
  const since = history === null ? '' : `, history from ${history.from.slice(0, 10)}`;
  return `${cluster}: ${status} to cluster ${cluster_id} (${nodes} nodes, ${pods} pods, ${workloads} workloads)${since}`;
}
