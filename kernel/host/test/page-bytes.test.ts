import { expect } from 'chai';
import { maxPageBytes, type Page } from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { shortenPage } from '../src/pagination/shorten-page.ts';

const third = maxPageBytes / 3;
const rowsOf = (...sizes: readonly number[]) =>
  sizes.map((pageBytes, index) => ({ page_bytes: pageBytes, id: index + 1 }));
const lastKey = ({ data, hasMore, keyAt }: Page<unknown>) =>
  hasMore ? keyAt(data.length - 1) : undefined;
const pageOf = async (limit: number, ...sizes: readonly number[]) => {
  const request = { limit, includeTotal: false };
  const page = await listPage(request, {
    rows: () => Promise.resolve(rowsOf(...sizes)),
    total: () => Promise.resolve({ total: sizes.length }),
    key: ({ id }) => [id],
    shape: ({ id }) => id,
  });
  return { data: page.data, lastKey: lastKey(page) };
};

describe('the size limit of a page', () => {
  it('ends it with the last row that fits, which its cursor names', async () => {
    expect(await pageOf(10, third, third, third)).to.eql({ data: [1, 2, 3], lastKey: undefined });
    expect(await pageOf(10, third, third, third, 1)).to.eql({ data: [1, 2, 3], lastKey: [3] });
    expect(await pageOf(2, third, third, third)).to.eql({ data: [1, 2], lastKey: [2] });
  });

  it('always allows one row', async () => {
    expect(await pageOf(10, 2 * maxPageBytes)).to.eql({ data: [1], lastKey: undefined });
    expect(await pageOf(10, 2 * maxPageBytes, 1)).to.eql({ data: [1], lastKey: [1] });
  });

  it('measures rows that are larger than declared, or have no declared size', () => {
    const data = ['a', 'b', 'c'].map((id) => ({ id, text: '\u0001'.repeat(maxPageBytes / 18) }));
    const page = { data, limit: 3, hasMore: false, keyAt: (index: number) => [data[index]!.id] };
    const bytes = Buffer.byteLength(JSON.stringify(data));
    const shorter = shortenPage(page, bytes)!;
    expect(shorter.data.map(({ id }) => id)).to.eql(['a', 'b']);
    expect(lastKey(shorter)).to.eql(['b']);
    expect(shortenPage({ ...page, data: data.slice(0, 1) }, maxPageBytes + 1)).to.equal(undefined);
    expect(shortenPage(page, maxPageBytes)).to.equal(undefined);
  });
});
