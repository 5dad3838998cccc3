import { maxPageBytes } from '@costplane/plugin-api';
import { type TestApplication } from './test-application.ts';

/** The resources of a list from its first page to its last, by following the cursors. */
export async function walkPages(
  app: TestApplication,
  path: string,
  key: string,
  limit: number,
): Promise<readonly { readonly id: string }[]> {
  const seen: { id: string }[] = [];
  for (let cursor = ''; ;) {
    const separator = path.includes('?') ? '&' : '?';
    const response = await app.get(`${path}${separator}limit=${limit}&cursor=${cursor}`, key);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const { data, meta } = response.body as {
      data: { id: string }[];
      meta: { pagination: { has_more: boolean; next_cursor?: string } };
    };
    if (data.length > limit) throw new Error(`a page of ${limit} has ${data.length} rows`);
    const bytes = Buffer.byteLength(response.text);
    if (bytes > maxPageBytes) throw new Error(`a page of ${limit} has ${bytes} bytes`);
    seen.push(...data);
    if (!meta.pagination.has_more) return seen;
    cursor = meta.pagination.next_cursor ?? '';
  }
}
