import { deepStrictEqual } from 'node:assert';

/** Both sides must answer with the same data, or the comparison says nothing. */
export async function requireSameData(
  page: string,
  headers: Readonly<Record<string, string>>,
  floor: string,
): Promise<void> {
  const data = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    return ((await response.json()) as { data: unknown }).data;
  };
  deepStrictEqual(await data(page, { headers }), await data(floor, {}));
}
