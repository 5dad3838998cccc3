import {
  findOrCreateCluster,
  ingestSnapshot,
  type IngestResult,
  readSnapshotFile,
} from '@costplane/ingest';
import { type CommandDatabase, withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';
import { type Progress, showProgress } from '../progress.ts';

export interface IngestOptions {
  org: string;
  clusterName: string;
  environment?: string;
  json?: boolean;
}

type FileResult = { file: string } & IngestResult;

/** Takes in snapshot files of one cluster, each in a transaction of its own, in this order. */
export async function ingest(files: readonly string[], options: IngestOptions): Promise<void> {
  const progress = showProgress(files.length);
  try {
    const results = await withDatabase((database) =>
      ingestFiles(database, files, options, progress),
    );
    progress.end();
    if (options.json) printJson(results);
    else printLines(...results.map(describeResult));
  } finally {
    progress.end();
  }
}

async function ingestFiles(
  database: CommandDatabase,
  files: readonly string[],
  { org, clusterName, environment }: IngestOptions,
  progress: Progress,
): Promise<FileResult[]> {
  const db = database.as('ingest');
  const { id: organizationId } = await findOrganization(db, org);
  const results: FileResult[] = [];
  for (const file of files) {
    progress.step(file);
    const snapshot = await readSnapshotFile(file);
    // Not before the first snapshot is known to be one: a wrong file makes no cluster.
    const cluster = await findOrCreateCluster(db, {
      organizationId,
      name: clusterName,
      ...(environment === undefined ? {} : { environment }),
    });
    const result = { file, ...(await ingestSnapshot(db, { organizationId, cluster, snapshot })) };
    const reason = skipped[result.status];
    if (reason !== undefined) progress.note(`${file} is skipped: ${reason}`);
    results.push(result);
  }
  return results;
}

const skipped: Partial<Record<IngestResult['status'], string>> = {
  duplicate: 'this snapshot was applied before',
  older: 'the cluster has a snapshot of the same time or newer',
};

function describeResult({ file, status, cluster_id, nodes, pods, workloads }: FileResult): string {
  return `${file}: ${status} to cluster ${cluster_id} (${nodes} nodes, ${pods} pods, ${workloads} workloads)`;
}
