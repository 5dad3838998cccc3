import { recommend as runEngine, type ClusterProgress, type ClusterRun } from '@costplane/engine';
import { describeName } from '../check-text.ts';
import { CommandError } from '../command-error.ts';
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

/**
 * Runs the rightsizing engine once over the clusters of one or all organizations. A cluster that
 * fails does not stop the others; the command fails after all of them.
 */
export async function recommend({ org, json }: RecommendOptions): Promise<void> {
  const failures: Failure[] = [];
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
        onFailure: (error, cluster) => failures.push({ ...cluster, error }),
      });
    } finally {
      progress?.end();
    }
  };
  await withDatabases(org, recommendIn, (found) => {
    const runs = found.flat();
    if (json) printJson(runs);
    else if (runs.length > 0 || failures.length === 0) printRuns(runs);
    if (failures.length > 0) throw toError(failures);
  });
}

type Failure = ClusterProgress & { error: unknown };

/** One line per cluster. */
function toError(failures: readonly Failure[]): CommandError {
  const lines = failures.map(({ error, organization, cluster }) => {
    const [reason] = String(error).split('\n', 1);
    const name = `cluster ${describeName(cluster)} of organization ${describeName(organization)}`;
    return `The analysis of ${name} failed: ${reason} (unexpected error; --debug shows the stack trace)`;
  });
  const cause = new AggregateError(failures.map(({ error }) => error));
  return new CommandError(lines.join('\n'), { cause });
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
