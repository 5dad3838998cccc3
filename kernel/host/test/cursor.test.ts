import { expect } from 'chai';
import { ApiError } from '@costplane/plugin-api';
import { createCursorCodec, type CursorOwner } from '../src/pagination/cursor.ts';

const codec = createCursorCodec('a secret of the warehouse');
const issued = new Date('2026-07-15T12:00:00Z');
const owner: CursorOwner = { organizationId: 'org', operationId: 'listThings' };
const query = [{}, { provider: ['aws'] }, 100];
const after = [-2_500_000, '3f0c6a52-6f0e-4d0b-9a53-2f9f7f1f7a11'];
const walk = { orderedAt: '2026-07-15T12:00:00Z', snapshot: '8123456:8123460:8123457' };
const place = { after, walk };

const expiryOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.details[0]?.reason ?? ''}`;
  }
  return 'no refusal';
};
const placeOf = (cursor: string, asked: unknown = query, at = issued) =>
  codec.open(cursor, owner)!(asked, at);

describe('cursor', () => {
  const cursor = codec.encode(place, owner, query, issued);

  it('returns the position, and is short and opaque', () => {
    expect(placeOf(cursor)).to.eql(place);
    expect(cursor).to.match(/^[A-Za-z0-9_-]{1,512}$/);
  });

  it('starts a new walk if too many transactions were in progress to list them', () => {
    const underWay = Array.from({ length: 100 }, (_, nth) => 8_123_457 + nth);
    const busy = { ...walk, snapshot: `8123457:8123600:${underWay.join()}` };
    const long = codec.encode({ after, walk: busy }, owner, query, issued);
    expect(placeOf(long)).to.eql({ after });
    expect(long).to.match(/^[A-Za-z0-9_-]{1,512}$/);
  });

  it('is rejected if any character is changed', () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, index) + other + cursor.slice(index + 1);
      expect(codec.open(tampered, owner)).to.equal(undefined);
    }
  });

  for (const text of ['', 'x', '!!!', 'A'.repeat(30), 'A'.repeat(600), `${cursor}=`]) {
    it(`is rejected as "${text.slice(0, 12)}…" with ${text.length} characters`, () => {
      expect(codec.open(text, owner)).to.equal(undefined);
    });
  }

  it('is invalid for another organization, list and secret', () => {
    const others = createCursorCodec('another secret');
    expect(codec.open(cursor, { ...owner, organizationId: 'x' })).to.equal(undefined);
    expect(codec.open(cursor, { ...owner, operationId: 'x' })).to.equal(undefined);
    expect(others.open(cursor, owner)).to.equal(undefined);
  });

  it('is expired for other parameters', () => {
    const changed = [{}, { provider: ['gcp'] }, 100];
    expect(expiryOf(() => placeOf(cursor, changed))).to.equal('CURSOR_EXPIRED query_changed');
  });

  it('is valid for exactly 24 hours', () => {
    const day = 24 * 60 * 60 * 1000;
    const at = (ms: number) => new Date(issued.getTime() + ms);
    expect(placeOf(cursor, query, at(day))).to.eql(place);
    expect(expiryOf(() => placeOf(cursor, query, at(day + 1000)))).to.equal(
      'CURSOR_EXPIRED expired',
    );
  });
});
