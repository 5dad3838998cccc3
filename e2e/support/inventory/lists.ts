import { expect } from 'chai';
import { isDeepStrictEqual } from 'node:util';
import { type Client } from '../client.ts';

export interface Row {
  readonly id: string;
  readonly metadata: { readonly name: string; readonly cluster?: { readonly id: string } };
  readonly cost: { readonly current_run_rate_hourly: { readonly amount: string } };
}

/** The rows of a list that is not paged. */
export async function readAll(client: Client, path: string, key: string): Promise<Row[]> {
  const { status, body } = await client.get(path, key);
  expect(status, path).to.equal(200);
  return body.data;
}

/** Every row of a paged list, page by page. The total is what the pages hold. */
export async function walk(
  client: Client,
  path: string,
  key: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  const query = new URLSearchParams({ limit: '500', ...parameters, include_total: 'true' });
  for (;;) {
    const { status, body } = await client.get(`${path}?${query.toString()}`, key);
    expect(status, path).to.equal(200);
    expect(body.meta.basis).to.equal(parameters.basis ?? 'legacy');
    rows.push(...body.data);
    const { has_more, limit, next_cursor, total_count } = body.meta.pagination;
    expect(String(limit)).to.equal(query.get('limit'));
    if (has_more) {
      expect(body.data).to.have.length(limit);
      query.set('cursor', next_cursor);
      continue;
    }
    expect(next_cursor).to.equal(undefined);
    expect(total_count, `total of ${path}`).to.equal(rows.length);
    return rows;
  }
}

/** One resource. */
export async function readOne(client: Client, path: string, key: string): Promise<Row> {
  const { status, body } = await client.get(path, key);
  expect(status, path).to.equal(200);
  return body.data;
}

/** In the order of every list: highest run rate as shown, then by id, then by cluster. */
export const inOrder = <Item extends Row>(rows: readonly Item[]): Item[] =>
  rows.toSorted(
    (a, b) =>
      compare(parseAmount(b), parseAmount(a)) ||
      compare(a.id, b.id) ||
      compare(a.metadata.cluster?.id ?? '', b.metadata.cluster?.id ?? ''),
  );

const parseAmount = ({ cost }: Row) => BigInt(cost.current_run_rate_hourly.amount.replace('.', ''));

const compare = <Value extends string | bigint>(a: Value, b: Value) => (a < b ? -1 : Number(a > b));

/** Holds a list to be these rows, field by field, each once and in the order of a list. */
export function expectRows(rows: readonly Row[], expected: readonly Row[]): void {
  expect(rows.length, 'rows').to.equal(expected.length);
  inOrder(expected).forEach((row, index) => {
    if (isDeepStrictEqual(rows[index], row)) return;
    expect(rows[index], `row ${index}`).to.eql(row);
  });
}
