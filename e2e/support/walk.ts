import { type Client } from './client.ts';

/** What every resource of a list has. */
export interface Listed {
  readonly id: string;
  readonly metadata: { readonly name?: string; readonly cluster?: { readonly id: string } };
  readonly cost?: { readonly current_run_rate_hourly: { readonly amount: string } };
}

/** A list that somebody reads. */
export interface ReadList {
  readonly client: Client;
  readonly key: string;
  /** With the query that filters it, if any. */
  readonly path: string;
}

/** The pages of a list, one at each turn, by following the cursors. */
export async function* pagesOf({ client, key, path }: ReadList, limit: number) {
  const url = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=`;
  for (let cursor = '', isLast = false; !isLast;) {
    const { status, text, body } = await client.get(url + cursor, key);
    if (status !== 200) throw new Error(`${url}${cursor} answered ${status}: ${text}`);
    const rows = body.data as Listed[];
    if (rows.length > limit) throw new Error(`a page of ${limit} has ${rows.length} rows`);
    isLast = !body.meta.pagination.has_more;
    cursor = body.meta.pagination.next_cursor ?? '';
    yield rows;
  }
}

/** All rows of a list, page by page. */
export async function walk(list: ReadList, limit: number): Promise<Listed[]> {
  const rows: Listed[] = [];
  for await (const page of pagesOf(list, limit)) rows.push(...page);
  return rows;
}
