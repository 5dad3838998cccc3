import {
  findOrCreateCluster,
  ingestSnapshot,
  type IngestResult,
  parseSnapshot,
} from '@costplane/ingest';
import { demoFleet } from '@costplane/sample';
import type { CommandDatabase } from '../database/command-database.ts';

export type LoadedCluster = { cluster: string } & IngestResult;

/** Takes the demo fleet, as it is now, or only some of its clusters, into an organization. */
export async function loadDemoFleet(
  database: CommandDatabase,
  organizationId: string,
  { only, onCluster }: { only?: readonly string[]; onCluster?: (name: string) => void } = {},
): Promise<LoadedCluster[]> {
  const db = database.as('ingest');
  const results: LoadedCluster[] = [];
  for (const { name, environment, snapshot: sent } of demoFleet(new Date())) {
    if (only && !only.includes(name)) continue;
    onCluster?.(name);
    const snapshot = parseSnapshot(JSON.stringify(sent));
    const cluster = await findOrCreateCluster(db, { organizationId, name, environment });
    const result = await ingestSnapshot(db, { organizationId, cluster, snapshot });
    results.push({ cluster: name, ...result });
  }
  return results;
}
