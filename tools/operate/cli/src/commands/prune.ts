import {
  previewPruning,
  prune as pruneWarehouse,
  type PruneResult,
  type Retention,
} from '@costplane/ingest';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { confirm, nothingChanged } from '../confirm.ts';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';
import { say } from '../say.ts';
import { abortedAtStop, unlessStopped } from '../stop-signal.ts';

export interface PruneOptions {
  hourlyMonths: number;
  dailyYears: number;
  goneDays: number;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

const stoppedEarly = 'Stopped; what was dropped stays dropped, and the next run drops the rest';

/** Drops history and deleted objects that exceed their retention. */
export async function prune(options: PruneOptions): Promise<void> {
  const { hourlyMonths, dailyYears, goneDays, dryRun = false, json } = options;
  const retention: Retention = { hourlyMonths, dailyMonths: dailyYears * 12, goneDays };
  // The question may be answered in the next month, in which more exceeds its retention.
  const now = new Date();
  const signal = abortedAtStop(new CommandError(stoppedEarly));
  const pruned = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const preview = await unlessStopped(previewPruning(db, { retention, now }), nothingChanged);
      if (dryRun) return { ...preview, descriptions: 0 };
      const isSilent = isEmpty(preview);
      if (!isSilent) await confirm(`This permanently drops ${describe(preview)}`, options);
      // Also drops what an earlier run could not.
      return pruneWarehouse(db, {
        retention,
        now,
        signal,
        onProgress: (label) => {
          if (!isSilent) say(`Pruning ${label}`);
        },
      });
    },
    { endsAtStop: true },
  );
  if (json) printJson(pruned);
  else print(pruned, dryRun);
}

type Pruned = Pick<PruneResult, 'gone'> & {
  months: readonly (Omit<PruneResult['months'][number], 'is_dropped'> & { is_dropped?: boolean })[];
};

const countGone = ({ gone }: Pruned) =>
  Object.values(gone).reduce((total, count) => total + count, 0);
const isEmpty = (pruned: Pruned) => pruned.months.length === 0 && countGone(pruned) === 0;

function describe(pruned: Pruned): string {
  const { months } = pruned;
  const [oldest, newest] = [months[0]?.month, months.at(-1)?.month];
  const span = oldest === undefined ? '' : ` (${oldest} to ${newest})`;
  return `${counted(months.length, 'monthly partition')}${span} and ${counted(countGone(pruned), 'deleted object')}`;
}

function print(pruned: Pruned, dryRun: boolean): void {
  if (isEmpty(pruned)) {
    say('Nothing exceeds its retention');
    return;
  }
  printTable(
    ['WHAT', 'SIZE'],
    [
      ...pruned.months.map(({ partition, bytes }) => [
        partition,
        `${(bytes / 2 ** 20).toFixed(1)} MiB`,
      ]),
      ...Object.entries(pruned.gone)
        .filter(([, count]) => count > 0)
        .map(([table, count]) => [`${counted(count, 'row')} of ${table}`, '']),
    ],
  );
  const left = pruned.months.filter(({ is_dropped: isDropped }) => isDropped === false);
  if (left.length > 0) {
    say(
      `Emptied, but still in use by readers; the next run drops them: ${left.map(({ partition }) => partition).join(', ')}`,
    );
  }
  if (dryRun) say('Nothing was changed (--dry-run)');
}
