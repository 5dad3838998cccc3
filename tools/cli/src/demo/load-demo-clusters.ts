import {
  findOrCreateCluster,
  ingestSnapshot,
  type IngestResult,
  parseSnapshot,
} from '@costplane/ingest';
import type { DemoCluster } from '@costplane/sample';
import type { CommandDatabase } from '../database/command-database.ts';

export type LoadedCluster = { cluster: string } & IngestResult;

/** Takes clusters of the demo fleet into an organization, one after the other. */
export async function loadDemoClusters(
  database: CommandDatabase,
  organizationId: string,
  clusters: readonly DemoCluster[],
  { onCluster }: { onCluster?: (name: string) => void } = {},
): Promise<LoadedCluster[]> {
  const db = database.as('ingest');
  const results: LoadedCluster[] = [];
  for (const { name, environment, snapshot: sent } of clusters) {
    onCluster?.(name);
    const snapshot = parseSnapshot(JSON.stringify(sent));
    const cluster = await findOrCreateCluster(db, { organizationId, name, environment });
    const result = await ingestSnapshot(db, { organizationId, cluster, snapshot });
    results.push({ cluster: name, ...result });
  }
  return results;
}
