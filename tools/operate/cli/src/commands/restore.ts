import { findLocation, openStore, restoreMonth } from '@costplane/ingest/archive';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';
import { say } from '../say.ts';
import { abortedAtStop } from '../stop-signal.ts';

export interface RestoreOptions {
  month: string;
  from?: string;
  json?: boolean;
}

/** Restores the history of an archived month to the database. */
export async function restore({ month, from, json }: RestoreOptions): Promise<void> {
  const signal = abortedAtStop(new CommandError('Stopped; nothing was restored'));
  const tables = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const location = from ?? (await findLocation(db, month));
      if (location === undefined) {
        throw new CommandError(`${month} is not archived: there is nothing to restore`);
      }
      const onProgress = (label: string) => say(`Restoring ${label}`);
      return restoreMonth(db, openStore(location), { month, signal, onProgress });
    },
    { endsAtStop: true },
  );
  if (json) printJson({ month, tables });
  else {
    printTable(
      ['TABLE', 'ROWS'],
      tables.map(({ table, rows }) => [table, String(rows)]),
    );
  }
  const leftOut = tables.reduce((total, table) => total + table.leftOut, 0);
  if (leftOut > 0) {
    say(
      `Left out ${counted(leftOut, 'row')} of deleted clusters, or of organizations whose ${month} is in the database already or archived elsewhere`,
    );
  }
}
