import {
  findOrCreateCluster,
  ingestSnapshot,
  type IngestResult,
  readSnapshotFile,
  rollUpLedger,
  type Snapshot,
} from '@costplane/ingest';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { stat } from 'node:fs/promises';
import { checkReference } from '../check-name.ts';
import { counted, countedContents } from '../counted.ts';
import { type CommandDatabase, withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { removePendingCluster } from '../database/remove-pending-cluster.ts';
import { printJson, printLines } from '../print.ts';
import { type Progress, showProgress } from '../progress.ts';
import { say } from '../say.ts';

export interface IngestOptions {
  org: string;
  clusterName: string;
  environment?: string;
  /** Keys of the labels that name the team and the department of a namespace or workload. */
  teamLabel: string;
  departmentLabel: string;
  json?: boolean;
}

type FileResult = { file: string } & IngestResult;

/**
 * Ingests snapshot files of one cluster in the given order, each in its own transaction. All files
 * are read and checked before the first one is written.
 */
export async function ingest(files: readonly string[], options: IngestOptions): Promise<void> {
  checkReference('The name of a cluster', options.clusterName);
  const progress = showProgress(2 * files.length);
  try {
    const results = await withDatabase(
      (database) => ingestFiles(database, files, options, progress),
      { organization: options.org },
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
  { org, clusterName, environment, teamLabel, departmentLabel }: IngestOptions,
  progress: Progress,
): Promise<FileResult[]> {
  const db = database.as('ingest');
  const { id: organizationId } = await findOrganization(db, org);
  const checked: CheckedFile[] = [];
  for (const file of files) {
    progress.step(`check ${file}`);
    checked.push(await checkFile(file, { isOnly: files.length === 1 }));
  }
  const cluster = await findOrCreateCluster(db, {
    organizationId,
    name: clusterName,
    ...(environment === undefined ? {} : { environment }),
  });
  const results: FileResult[] = [];
  try {
    for (const { file, kept } of checked) {
      progress.step(`ingest ${file}`);
      const snapshot = kept ?? (await readSnapshotFile(file));
      const result = await ingestSnapshot(db, {
        organizationId,
        cluster,
        snapshot,
        teamLabel,
        departmentLabel,
      });
      const reason = skipped[result.status];
      if (reason !== undefined) say(`${file} is skipped: ${reason}`);
      results.push({ file, ...result });
    }
  } catch (error) {
    const failed = checked[results.length];
    if (files.length > 1 && failed) {
      const ingested = results.filter(({ status }) => skipped[status] === undefined);
      say(`Ingested ${counted(ingested.length, 'file')} before ${failed.file} failed`);
    }
    // Reports the first error, even if this fails as well.
    await undoUnlessApplied(db, cluster, clusterName).catch(() => undefined);
    throw error;
  }
  await undoUnlessApplied(db, cluster, clusterName);
  await rollUpLedger(db, { organizationId });
  return results;
}

/** Undoes what `findOrCreateCluster` did, unless a snapshot was applied. */
async function undoUnlessApplied(
  db: Kysely<Warehouse>,
  { id, isNew, wasDisconnected }: { id: string; isNew: boolean; wasDisconnected: boolean },
  name: string,
): Promise<void> {
  if (isNew) await removePendingCluster(db, id);
  if (!wasDisconnected) return;
  const { numUpdatedRows } = await db
    .updateTable('clusters')
    .set({ status: 'disconnected' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const state = numUpdatedRows > 0n ? 'stays retired' : 'was retired; its history continues';
  say(`The cluster ${name} ${state}`);
}

interface CheckedFile {
  file: string;
  /**
   * Content that is kept: of a pipe, which can only be read once, or of a single file. Other files
   * are read again.
   */
  kept?: Snapshot;
}

async function checkFile(file: string, { isOnly }: { isOnly: boolean }): Promise<CheckedFile> {
  const snapshot = await readSnapshotFile(file, {
    onCut: ({ count, first }) => {
      say(
        `${file}: truncated ${counted(count, 'value')} over the maximum length, the first at ${first}`,
      );
    },
  });
  const isKept = isOnly || file === '-' || !(await stat(file)).isFile();
  return isKept ? { file, kept: snapshot } : { file };
}

const skipped: Partial<Record<IngestResult['status'], string>> = {
  duplicate: 'this snapshot was applied before',
  older: 'the cluster has a snapshot of the same time or newer',
};

function describeResult({ file, status, cluster_id, ...counts }: FileResult): string {
  return `${file}: ${status} to cluster ${cluster_id} (${countedContents(counts)})`;
}
