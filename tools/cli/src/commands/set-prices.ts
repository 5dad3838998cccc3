import { readTextFile } from '@costplane/kernel/host';
import { withDatabase } from '../database/command-database.ts';
import { countUnpriced } from '../prices/count-unpriced.ts';
import { countChanges, describeChanges, describeCounts } from '../prices/describe-change.ts';
import { describeScope, findPriceScope, type PriceScope } from '../prices/price-scope.ts';
import { setPriceBook, type SetPriceBook } from '../prices/set-price-book.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

export interface SetPricesOptions {
  org?: string;
  from?: Date;
  dryRun?: boolean;
  json?: boolean;
}

/** Lets a price book hold from a time on. */
export async function setPrices(
  path: string,
  { org, from, dryRun: isTrial = false, json }: SetPricesOptions,
): Promise<void> {
  const file = await readTextFile(path);
  await withDatabase(async (database) => {
    const db = database.as('owner');
    const scope = await findPriceScope(db, org);
    const set = await setPriceBook(db, { scope, file, from: from ?? null, isTrial });
    if (json) printJson(toDocument(set, scope));
    else printLines(describe(set, scope, isTrial), ...describeChanges(set.difference));
    if (set.isChange && set.isPast && from) {
      say('What is accounted for already stays as it is');
    }
    const unpriced = scope ? 0 : await countUnpriced(db, set.book.currency);
    if (unpriced > 0) {
      say(
        `${unpriced} organizations have costs in another currency than ${set.book.currency}, which stay unknown; set books of their own with --org`,
      );
    }
  });
}

function describe(set: SetPriceBook, scope: PriceScope, isTrial: boolean): string {
  const { book, from, difference, superseded, isChange } = set;
  if (!isChange) {
    return `Nothing changes: ${describeScope(scope)} had these prices from ${from.toISOString()} on`;
  }
  const which = `Prices of ${describeScope(scope)} in ${book.currency}`;
  const instead = superseded > 0 ? `, in the place of ${superseded} later versions` : '';
  const verb = isTrial ? 'would hold' : 'hold';
  return `${which} ${verb} from ${from.toISOString()} on${instead}: ${describeCounts(difference)}`;
}

function toDocument(set: SetPriceBook, scope: PriceScope) {
  const { id, book, from, difference, superseded, isChange } = set;
  const { added, changed, removed } = difference;
  return {
    id,
    organization_id: scope?.id ?? null,
    valid_from: from,
    currency: book.currency,
    applied: id !== null,
    changes: isChange,
    superseded,
    counts: countChanges(difference),
    added,
    changed,
    removed,
  };
}
