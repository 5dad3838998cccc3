import { readYaml } from './book-file/read-yaml.ts';
import { readBook } from './book-file/read-book.ts';
import { type SuggestWord } from './book-file/suggest-word.ts';
import { PriceBookError } from './price-book-error.ts';
import { type PriceBook } from './price-book.ts';

/**
 * Reads a price book, which is one YAML file; the README describes its format. Amounts are parsed
 * from their digits as written, never through a float.
 *
 * @param fileName name of the file in messages
 * @param suggest finds suggestions for an unknown key, provider or service
 * @param isNew whether to also reject spot rates above on-demand rates, which stored books may have
 * @throws {PriceBookError} with a line for each problem
 */
export function parsePriceBook(
  text: string,
  {
    fileName,
    suggest = () => undefined,
    isNew = false,
  }: { fileName: string; suggest?: SuggestWord; isNew?: boolean },
): PriceBook {
  const { root, problems } = readYaml(text);
  const book = root && readBook(root, { problems, suggest, isNew });
  if (!book || problems.length > 0) throw new PriceBookError(fileName, problems);
  return book;
}
