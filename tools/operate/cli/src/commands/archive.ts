import {
  type ArchivedMonth,
  archiveMonths,
  openStore,
  previewArchiving,
} from '@costplane/ingest/archive';
import { CommandError } from '../command-error.ts';
import { confirm, nothingChanged } from '../confirm.ts';
import { counted } from '../counted.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';
import { say } from '../say.ts';
import { abortedAtStop, unlessStopped } from '../stop-signal.ts';

export interface ArchiveOptions {
  before: string;
  to: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

const stoppedEarly = 'Stopped; nothing is lost, and the next run archives the rest';

/** Moves the history of old months from the database to files. */
export async function archive(options: ArchiveOptions): Promise<void> {
  const { before, to, dryRun = false } = options;
  const store = openStore(to);
  const signal = abortedAtStop(new CommandError(stoppedEarly));
  await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const preview = await unlessStopped(previewArchiving(db, { before }), nothingChanged);
      if (dryRun) {
        printPreview(preview, options);
        return;
      }
      if (preview.length > 0) {
        const span = `${preview[0]?.month} to ${preview.at(-1)?.month}`;
        const months = counted(preview.length, 'month');
        await confirm(`This moves ${months} (${span}) to ${store.location}`, options);
      }
      const onProgress = (label: string) => say(`Archiving ${label}`);
      print(await archiveMonths(db, store, { before, signal, onProgress }), options);
    },
    { endsAtStop: true },
  );
}

const nothing = ({ before }: ArchiveOptions) => `There is no history before ${before}`;

function printPreview(months: { month: string; bytes: number }[], options: ArchiveOptions): void {
  if (options.json) printJson(months);
  else if (months.length === 0) say(nothing(options));
  else {
    printTable(
      ['MONTH', 'SIZE'],
      months.map(({ month, bytes }) => [month, mebibytes(bytes)]),
    );
  }
  say('Nothing was changed (--dry-run)');
}

function print(months: ArchivedMonth[], options: ArchiveOptions): void {
  if (options.json) printJson(months);
  else if (months.length === 0) say(nothing(options));
  else {
    printTable(
      ['MONTH', 'ROWS', 'SIZE OF FILES'],
      months.map(({ month, rows, bytes }) => [
        month,
        String(Object.values(rows).reduce((total, count) => total + count, 0)),
        mebibytes(bytes),
      ]),
    );
  }
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
