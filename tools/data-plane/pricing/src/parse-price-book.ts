import { readYaml } from './book-file/read-yaml.ts';
import { readBook } from './book-file/read-book.ts';
import { PriceBookError } from './price-book-error.ts';
import { type PriceBook } from './price-book.ts';

/** Finds the known word that an unknown word is probably a misspelling of. */
export type SuggestWord = (word: string, known: readonly string[]) => string | undefined;

/**
 * Reads a price book, which is one YAML file; its format is in the README. Amounts are taken from
 * their digits as they are written, never through a float.
 *
 * @param fileName what the messages call it
 * @param suggest finds what the messages suggest for an unknown key, provider or service
 * @throws {PriceBookError} with a line for everything that is wrong in it
 */
export function parsePriceBook(
  text: string,
  { fileName, suggest = () => undefined }: { fileName: string; suggest?: SuggestWord },
): PriceBook {
  const { root, problems } = readYaml(text);
  const book = root && readBook(root, { problems, suggest });
  if (!book || problems.length > 0) throw new PriceBookError(fileName, problems);
  return book;
}
