/**
 * Follows the cursors of a list to its last page, whose URL it answers.
 *
 * @throws {Error} if a page has fewer rows than the first: it would be read in less time
 */
export async function findLastPage(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly pages: number }> {
  let page = url;
  let rowsOfFirst: number | undefined;
  for (let pages = 1; ; pages += 1) {
    const response = await fetch(page, { headers });
    const { data, meta } = (await response.json()) as {
      data: unknown[];
      meta: { pagination?: { has_more: boolean; next_cursor?: string } };
    };
    if (!meta.pagination) throw new Error(`${page} answered ${response.status}`);
    rowsOfFirst ??= data.length;
    if (data.length < rowsOfFirst) throw new Error(`page ${pages} has ${data.length} rows`);
    if (!meta.pagination.has_more) return { url: page, pages };
    page = `${url}&cursor=${meta.pagination.next_cursor ?? ''}`;
  }
}
