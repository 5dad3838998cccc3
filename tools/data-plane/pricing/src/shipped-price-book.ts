import { readFileSync } from 'node:fs';
import { parsePriceBook } from './parse-price-book.ts';
import { type PriceBook } from './price-book.ts';

const file = new URL('../prices/default.yaml', import.meta.url);

let source: string | undefined;
let book: PriceBook | undefined;

/** The text of the built-in price book. */
export function shippedPriceBookSource(): string {
  source ??= readFileSync(file, 'utf8');
  return source;
}

/** The built-in price book, parsed once. */
export function shippedPriceBook(): PriceBook {
  book ??= parsePriceBook(shippedPriceBookSource(), { fileName: 'default.yaml' });
  return book;
}
