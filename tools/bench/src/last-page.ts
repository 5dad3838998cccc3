/** Follows the cursors of a list to its last page, whose URL it answers. */
export async function findLastPage(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly pages: number }> {
  let page = url;
  for (let pages = 1; ; pages += 1) {
    const response = await fetch(page, { headers });
    const { meta } = (await response.json()) as {
      meta: { pagination?: { has_more: boolean; next_cursor?: string } };
    };
    if (!meta.pagination) throw new Error(`${page} answered ${response.status}`);
    if (!meta.pagination.has_more) return { url: page, pages };
    page = `${url}&cursor=${meta.pagination.next_cursor ?? ''}`;
  }
}
