import { rollUpLedger } from '@costplane/ingest';
import { counted } from '../counted.ts';
import { type CommandDatabase, withDatabases } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';
import { type Progress, showProgress } from '../progress.ts';
import { abortedAtStop } from '../stop-signal.ts';

export interface RollUpOptions {
  org?: string;
  json?: boolean;
}

/** Delay of the progress lines: a few periods take less time. */
const plainAfterMs = 5_000;

/** Rolls up the closed months and parts of months of one or all organizations. */
export async function rollUp({ org, json }: RollUpOptions): Promise<void> {
  const rollUpIn = async (database: CommandDatabase) => {
    const db = database.as('ingest');
    const organizationId = org === undefined ? undefined : (await findOrganization(db, org)).id;
    let progress: Progress | undefined;
    try {
      return await rollUpLedger(db, {
        organizationId,
        signal: abortedAtStop(),
        onProgress: ({ clusterName, firstDay, lastDay }, count) => {
          progress ??= showProgress(count, { plainAfterMs });
          progress.step(`${clusterName} ${firstDay} to ${lastDay}`);
        },
      });
    } finally {
      progress?.end();
    }
  };
  await withDatabases(org, rollUpIn, (rolledUp) => {
    const periods = rolledUp.reduce((total, count) => total + count, 0);
    if (json) printJson({ periods });
    else printLines(`Rolled up ${counted(periods, 'period')}`);
  });
}
