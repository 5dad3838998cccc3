import { recommend as runEngine, type ClusterRun } from '@costplane/engine';
import { describeName } from '../check-text.ts';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type CommandDatabase, withDatabases } from '../database/command-database.ts';
import { explainQueryFailure } from '../database/explain-query-failure.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printTable } from '../print.ts';
import { type Progress, showProgress } from '../progress.ts';
import { reportFailure } from '../report-failure.ts';
import { say } from '../say.ts';
import { abortedAtStop } from '../stop-signal.ts';

export interface RecommendOptions {
  org?: string;
  json?: boolean;
}

/**
 * Runs the rightsizing engine once over the clusters of one or all organizations. A cluster that
 * fails does not stop the others; the command fails after all of them.
 */
export async function recommend({ org, json }: RecommendOptions): Promise<void> {
  let failed = 0;
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
        onFailure: (error, { organization, cluster }) => {
          failed += 1;
          say(`Cluster ${describeName(cluster)} of ${describeName(organization)} failed:`);
          reportFailure(explainQueryFailure(error));
        },
      });
    } finally {
      progress?.end();
    }
  };
  await withDatabases(org, recommendIn, (found) => {
    const runs = found.flat();
    if (json) printJson(runs);
    else if (runs.length > 0 || failed === 0) printRuns(runs);
    if (failed > 0) throw new CommandError(`The analysis of ${counted(failed, 'cluster')} failed`);
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
