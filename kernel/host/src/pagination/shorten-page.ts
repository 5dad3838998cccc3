import { maxPageBytes, type Page } from '@costplane/plugin-api';

/** Bytes of the envelope and its cursor. */
const otherBytes = 4_096;

/**
 * Shortens a page whose JSON is too large; `undefined` if it is not, or has a single row. Rows only estimate
 * their size, which is measured here.
 */
export function shortenPage<T>(
  page: Page<T>,
  bytes: number,
  maxBytes = maxPageBytes,
): Page<T> | undefined {
  if (bytes <= maxBytes) return undefined;
  let total = otherBytes;
  const tooMany = page.data.findIndex((resource) => {
    total += Buffer.byteLength(JSON.stringify(resource)) + 1;
    return total > maxBytes;
  });
  const count = tooMany === 0 ? 1 : tooMany;
  if (count < 0 || count >= page.data.length) return undefined;
  return { ...page, data: page.data.slice(0, count), hasMore: true };
}
