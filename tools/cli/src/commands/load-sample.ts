import { demoFleet } from '@costplane/sample';
import { checkOrganizationName } from '../database/check-organization-name.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrCreateOrganization } from '../database/find-or-create-organization.ts';
import { type LoadedCluster, loadDemoClusters } from '../demo/load-demo-clusters.ts';
import { printJson, printLines } from '../print.ts';
import { showProgress } from '../progress.ts';

export interface LoadSampleOptions {
  org: string;
  json?: boolean;
}

/** Takes in the demo fleet, each cluster as a snapshot like any other. */
export async function loadSample({ org, json }: LoadSampleOptions): Promise<void> {
  checkOrganizationName(org);
  const fleet = demoFleet(new Date());
  const progress = showProgress(fleet.length);
  const loaded = await withDatabase(async (database) => {
    const { id } = await findOrCreateOrganization(database.as('owner'), org);
    return loadDemoClusters(database, id, fleet, { onCluster: progress.step });
  }).finally(progress.end);
  if (json) printJson(loaded);
  else printLines(...loaded.map(describe));
}

function describe({ cluster, status, cluster_id, nodes, pods, workloads }: LoadedCluster): string {
  return `${cluster}: ${status} to cluster ${cluster_id} (${nodes} nodes, ${pods} pods, ${workloads} workloads)`;
}
