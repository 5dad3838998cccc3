import { readTextFile } from '../yaml/read-yaml-file.ts';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { confirm, nothingChanged } from '../confirm.ts';
import { counted } from '../counted.ts';
import { type CommandDatabase, withDatabase } from '../database/command-database.ts';
import { countUnpriced } from '../prices/count-unpriced.ts';
import { countChanges, describeChanges, describeCounts } from '../prices/describe-change.ts';
import {
  describePreview,
  describeRepriced,
  describeUnfinished,
  toPreviewDocument,
  toRepricedDocument,
} from '../prices/describe-repriced.ts';
import { describeStart } from '../prices/describe-start.ts';
import { describeScope, findPriceScope, type PriceScope } from '../prices/price-scope.ts';
import { type RepriceOutcome } from '../prices/reprice.ts';
import { markRepriced } from '../prices/replace-versions.ts';
import { type NewPriceBook, setPriceBook, type SetPriceBook } from '../prices/set-price-book.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';
import { abortedAtStop, unlessStopped } from '../stop-signal.ts';

export interface SetPricesOptions {
  org?: string;
  from?: Date;
  reprice?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Sets a price book from a time on, and optionally reprices recorded costs. */
export async function setPrices(path: string, options: SetPricesOptions): Promise<void> {
  const file = await readTextFile(path);
  const { org, from = null, dryRun: isTrial = false, json } = options;
  const reprices = options.reprice === true;
  await withDatabase(
    async (database) => {
      const signal = reprices ? abortedAtStop() : undefined;
      const db = database.as('owner');
      const scope = await findPriceScope(db, org);
      const book = { scope, file, from };
      if (signal && isTrial) return showPreview(db, { ...book, json, signal });
      if (!isTrial) {
        const trial = setPriceBook(db, { ...book, isTrial: true });
        const rewriting = describeRewriting(
          await unlessStopped(trial, nothingChanged),
          scope,
          options,
        );
        if (rewriting) await confirm(rewriting, { yes: options.yes, isInputRead: path === '-' });
      }
      const set = await setPriceBook(db, { ...book, isTrial });
      if (!json) printLines(describe(set, scope, isTrial), ...describeChanges(set.difference));
      for (const note of await listNotes(db, set, { scope, options })) say(note);
      const repriced =
        signal && !set.isRepriced
          ? await repriceFrom(database, { scope, from: set.from, signal })
          : undefined;
      if (repriced && repriced.failure === undefined && set.heldId !== null)
        await markRepriced(db, { scope, heldId: set.heldId, from: set.from });
      if (json) printJson(toDocument(set, scope, repriced ?? null));
      else if (repriced && repriced.failure === undefined) printLines(describeRepriced(repriced));
      if (repriced?.failure !== undefined) throw describeUnfinished(repriced, set.from);
    },
    { endsAtStop: reprices, organization: org },
  );
}

/** What to ask before prices or costs are replaced; undefined if none are. */
function describeRewriting(
  { from, replaced, isRepriced }: SetPriceBook,
  scope: PriceScope,
  { reprice = false }: SetPricesOptions,
): string | undefined {
  const rewriting = [
    ...(replaced > 0 ? [`replaces ${counted(replaced, 'version')} of the prices`] : []),
    ...(reprice && !isRepriced ? ['recomputes the costs'] : []),
  ];
  if (rewriting.length === 0) return undefined;
  const since = `of ${describeScope(scope)} from ${describeStart(from)} on`;
  return `This ${rewriting.join(' and ')} ${since}; --dry-run shows the effect`;
}

async function showPreview(
  db: Kysely<Warehouse>,
  {
    json,
    signal,
    ...book
  }: Omit<NewPriceBook, 'isTrial'> & { json: boolean | undefined; signal: AbortSignal },
): Promise<void> {
  const { previewPrices } = await import('../prices/preview-repricing.ts');
  const { set, repricing } = await previewPrices(db, book, signal);
  if (json) {
    const repriced = repricing && toPreviewDocument(repricing);
    printJson({ ...toDocument(set, book.scope, null), repriced });
  } else {
    printLines(describe(set, book.scope, true), ...describeChanges(set.difference));
    if (repricing) printLines(...describePreview(repricing));
  }
}

async function repriceFrom(
  database: CommandDatabase,
  given: { scope: PriceScope; from: Date; signal: AbortSignal },
): Promise<RepriceOutcome> {
  const { reprice } = await import('../prices/reprice.ts');
  return reprice(database.as('ingest'), given);
}

async function listNotes(
  db: Kysely<Warehouse>,
  { book, from, isChange, isPast }: SetPriceBook,
  { scope, options }: { scope: PriceScope; options: SetPricesOptions },
): Promise<string[]> {
  const unpriced = scope ? 0 : await countUnpriced(db, book.currency);
  const stays = isChange && isPast && options.from && !options.reprice;

  return [
    ...(stays
      ? [
          `Costs since ${describeStart(from)} stay as they are; --reprice recomputes them with these prices`,
        ]
      : []),
    ...(unpriced === 0
      ? []
      : [
          unpriced === 1
            ? `1 organization uses a currency other than ${book.currency}; its costs stay ` +
              'unknown until you set a book for it with --org'
            : `${unpriced} organizations use a currency other than ${book.currency}; their costs ` +
              'stay unknown until you set books for them with --org',
        ]),
  ];
}

function describe(set: SetPriceBook, scope: PriceScope, isTrial: boolean): string {
  const { book, from, difference, superseded, isChange } = set;
  if (!isChange) {
    const all = set.isRepriced ? ', and costs since then were repriced with them' : '';
    return `No change: these prices already apply to ${describeScope(scope)} from ${from.toISOString()} on${all}`;
  }
  const which = `Prices of ${describeScope(scope)} in ${book.currency}`;
  const instead = superseded > 0 ? `, replacing ${counted(superseded, 'later version')}` : '';
  const verb = isTrial ? 'would apply' : 'apply';
  return `${which} ${verb} from ${from.toISOString()} on${instead}: ${describeCounts(difference)}`;
}

function toDocument(set: SetPriceBook, scope: PriceScope, repriced: RepriceOutcome | null) {
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
    repriced: repriced && toRepricedDocument(repriced),
  };
}
