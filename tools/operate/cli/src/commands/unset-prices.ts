import { confirm } from '../confirm.ts';
import { counted } from '../counted.ts';
import { withDatabase } from '../database/command-database.ts';
import { countChanges, describeChanges, describeCounts } from '../prices/describe-change.ts';
import { describeStart } from '../prices/describe-start.ts';
import { findPricedOrganization, type PricedOrganization } from '../prices/price-scope.ts';
import { type PriceChange } from '../prices/set-price-book.ts';
import { unsetPriceBook } from '../prices/unset-price-book.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

export interface UnsetPricesOptions {
  org: string;
  from?: Date;
  yes?: boolean;
  json?: boolean;
}

/** Returns an organization to the price book for all organizations, from a time on. */
export async function unsetPrices({ org, from, yes, json }: UnsetPricesOptions): Promise<void> {
  await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const organization = await findPricedOrganization(db, org);
      await confirm(
        `This replaces the price book of ${organization.name} with the one for all organizations`,
        { yes },
      );
      const unset = await unsetPriceBook(db, { organization, from: from ?? null });
      if (json) printJson(toDocument(unset, organization));
      else printLines(describe(unset, organization), ...describeChanges(unset.difference));
      for (const note of listNotes(unset, organization)) say(note);
    },
    { organization: org },
  );
}

function listNotes(
  { book, from, isChange, isPast }: PriceChange,
  { name, currency }: PricedOrganization,
) {
  return [
    ...(isChange && isPast ? [`Costs since ${describeStart(from)} stay as they are`] : []),
    ...(book.currency === currency
      ? []
      : [
          `The costs of ${name} are in ${currency}, for which the book for all organizations has ` +
            'no prices',
        ]),
  ];
}

function describe(
  { book, from, difference, superseded, isChange }: PriceChange,
  { name }: PricedOrganization,
): string {
  const since = from.toISOString();
  if (!isChange) return `No change: ${name} has no price book of its own from ${since} on`;
  const instead = superseded > 0 ? `, replacing ${counted(superseded, 'later version')}` : '';
  const counts = describeCounts(difference);
  return (
    `${name} uses the price book for all organizations, in ${book.currency}, from ${since} ` +
    `on${instead}: ${counts}`
  );
}

function toDocument(
  { id, book, from, difference, superseded, isChange }: PriceChange,
  organization: PricedOrganization,
) {
  const { added, changed, removed } = difference;
  return {
    id,
    organization_id: organization.id,
    valid_from: from,
    currency: book.currency,
    changes: isChange,
    superseded,
    counts: countChanges(difference),
    added,
    changed,
    removed,
  };
}
