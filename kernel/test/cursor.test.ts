import { expect } from 'chai';
import { ApiError } from '../src/errors/api-error.ts';
import { createCursorCodec, type CursorBinding } from '../src/pagination/cursor.ts';

const codec = createCursorCodec('a secret of the warehouse');
const issued = new Date('2026-07-15T12:00:00Z');
const binding: CursorBinding = {
  organizationId: 'org',
  operationId: 'listThings',
  query: [{}, { provider: ['aws'] }, 100],
};
const key = [-2_500_000, '3f0c6a52-6f0e-4d0b-9a53-2f9f7f1f7a11'];

const refusalOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.code} ${error.details[0]?.reason ?? ''}`;
  }
  return 'no refusal';
};
const decode = (cursor: string, changes: Partial<CursorBinding> = {}, at = issued) =>
  codec.decode(cursor, { ...binding, ...changes }, at);

describe('cursor', () => {
  const cursor = codec.encode(key, binding, issued);

  it('gives back the key, and is short and opaque', () => {
    expect(decode(cursor)).to.eql(key);
    expect(cursor).to.match(/^[A-Za-z0-9_-]{1,512}$/);
  });

  it('is refused when any character of it is changed', () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, index) + other + cursor.slice(index + 1);
      expect(refusalOf(() => decode(tampered))).to.equal('INVALID_CURSOR invalid_value');
    }
  });

  for (const text of ['', 'x', '!!!', 'A'.repeat(30), 'A'.repeat(600), `${cursor}=`]) {
    it(`is refused as "${text.slice(0, 12)}…" of ${text.length} characters`, () => {
      expect(refusalOf(() => decode(text))).to.match(/^INVALID_CURSOR/);
    });
  }

  it('is unknown to another organization, another list and another secret', () => {
    const others = createCursorCodec('another secret');
    expect(refusalOf(() => decode(cursor, { organizationId: 'x' }))).to.match(/^INVALID_CURSOR/);
    expect(refusalOf(() => decode(cursor, { operationId: 'x' }))).to.match(/^INVALID_CURSOR/);
    expect(refusalOf(() => others.decode(cursor, binding, issued))).to.match(/^INVALID_CURSOR/);
  });

  it('is gone for other parameters', () => {
    const query = [{}, { provider: ['gcp'] }, 100];
    expect(refusalOf(() => decode(cursor, { query }))).to.equal('CURSOR_EXPIRED query_changed');
  });

  it('lives for 24 hours to the second', () => {
    const day = 24 * 60 * 60 * 1000;
    const at = (ms: number) => new Date(issued.getTime() + ms);
    expect(decode(cursor, {}, at(day))).to.eql(key);
    expect(refusalOf(() => decode(cursor, {}, at(day + 1000)))).to.equal('CURSOR_EXPIRED expired');
  });
});
