import { recommend as runEngine, type ClusterRun } from '@costplane/engine';
import { type CommandDatabase, withDatabases } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printTable } from '../print.ts';
import { type Progress, showProgress } from '../progress.ts';
import { say } from '../say.ts';
import { abortedAtStop } from '../stop-signal.ts';

export interface RecommendOptions {
  org?: string;
  json?: boolean;
}

/** Runs the rightsizing engine once over the clusters of one or all organizations. */
export async function recommend({ org, json }: RecommendOptions): Promise<void> {
  const recommendIn = async (database: CommandDatabase) => {
    const db = database.as('ingest');
    const organizationId = org === undefined ? undefined : (await findOrganization(db, org)).id;
    let progress: Progress | undefined;
    try {
      return await runEngine(db, {
        organizationId,
        signal: abortedAtStop(),
        onProgress: ({ organization, cluster, clusters }) => {
          progress ??= showProgress(clusters);
          progress.step(`${organization}: ${cluster}`);
        },
      });
    } finally {
      progress?.end();
    }
  };
  await withDatabases(org, recommendIn, (found) => {
    const runs = found.flat();
    if (json) printJson(runs);
    else printRuns(runs);
  });
}

function printRuns(runs: readonly ClusterRun[]): void {
  if (runs.length === 0) {
    say('No cluster exists yet');
    return;
  }
  printTable(
    ['CLUSTER', 'MINUTES', 'NEW', 'UPDATED', 'UNCHANGED', 'APPLIED', 'ARCHIVED', 'DISMISSED'],
    runs.map((run) => [
      run.cluster,
      ...[run.minutes, run.new, run.updated, run.unchanged].map(String),
      ...[run.applied, run.archived, run.kept_dismissed].map(String),
    ]),
  );
}
