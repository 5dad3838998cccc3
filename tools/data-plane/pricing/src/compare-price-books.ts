import { type PriceBook } from './price-book.ts';
import { priceBookDocument, type PriceDocument } from './price-book-document.ts';

/** A price, or the currency, that differs between two books. */
export interface PriceBookChange {
  /** The keys of its path: `["instances", "aws", "eu-west-1", "m6i.large"]`. */
  path: readonly string[];
  /** Null if the book does not have it. */
  before: string | null;
  after: string | null;
}

export interface PriceBookDifference {
  added: PriceBookChange[];
  changed: PriceBookChange[];
  removed: PriceBookChange[];
  /** Number of equal prices. */
  unchanged: number;
}

/** The differences of another book, in the order of the books. */
export function comparePriceBooks(before: PriceBook, after: PriceBook): PriceBookDifference {
  const old = pricesIn(before);
  const difference: PriceBookDifference = { added: [], changed: [], removed: [], unchanged: 0 };
  for (const [key, { path, text }] of pricesIn(after)) {
    const known = old.get(key)?.text ?? null;
    old.delete(key);
    if (known === text) difference.unchanged += 1;
    else
      difference[known === null ? 'added' : 'changed'].push({ path, before: known, after: text });
  }
  for (const { path, text } of old.values()) {
    difference.removed.push({ path, before: text, after: null });
  }
  return difference;
}

interface Price {
  path: readonly string[];
  text: string;
}

function pricesIn(book: PriceBook): Map<string, Price> {
  const prices = new Map<string, Price>();
  for (const price of leavesOf(priceBookDocument(book), [])) {
    prices.set(price.path.join('\n'), price);
  }
  return prices;
}

function* leavesOf(document: PriceDocument, path: readonly string[]): Generator<Price> {
  for (const [name, value] of Object.entries(document)) {
    const inner = [...path, name];
    // A price without `spot` is the on-demand price.
    if (typeof value === 'string') yield { path: name === 'on_demand' ? path : inner, text: value };
    else if (!Array.isArray(value)) yield* leavesOf(value, inner);
    else for (const entry of value) yield* leavesOfCluster(entry, inner);
  }
}

function* leavesOfCluster(entry: PriceDocument, path: readonly string[]): Generator<Price> {
  const { cluster, organization, ...prices } = entry;
  const names = [organization, cluster].filter((name) => typeof name === 'string');
  yield* leavesOf(prices, [...path, ...names]);
}
