import { expect } from 'chai';
import { AnswerCache, type KeptAnswer } from '../src/answers/answer-cache.ts';

const kib = 1024;
const now = new Date('2026-03-01T00:00:00Z');
const answer = (organizationId: string, identity: string, bytes: number): KeptAnswer => ({
  organizationId,
  identity,
  version: '1',
  holdsUntilMs: now.getTime(),
  data: Buffer.alloc(bytes),
  meta: {},
  encoded: new Map(),
});

describe('the response cache', () => {
  const at = (version: string, instant = now) => ({ version, now: instant });
  const isKept = (cache: AnswerCache, organization: string, identity: string) =>
    cache.find(organization, identity, at('1')).answer !== undefined;

  it('finds responses by version, while they are valid', () => {
    const cache = new AnswerCache(100 * kib);
    const kept = answer('acme', 'a', kib);
    expect(cache.find('acme', 'a', at('1'))).to.eql({ isRepeated: false });
    expect(cache.find('acme', 'a', at('1'))).to.eql({ isRepeated: true });
    cache.keep(kept);
    expect(cache.find('acme', 'a', at('1')).answer).to.equal(kept);
    expect(cache.find('rival', 'a', at('1'))).to.eql({ isRepeated: false });
    expect(cache.find('acme', 'a', at('2'))).to.eql({ isRepeated: true });
    const late = new Date(now.getTime() + 1);
    expect(cache.find('acme', 'a', at('1', late))).to.eql({ isRepeated: true });
  });

  it('evicts responses of the same organization, least recently used first', () => {
    const cache = new AnswerCache(24 * kib);
    for (const identity of ['a', 'b']) cache.keep(answer('acme', identity, 3 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(true);
    for (let more = 0; more < 6; more += 1) cache.keep(answer('acme', `more ${more}`, 3 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(true);
    expect(isKept(cache, 'acme', 'b')).to.equal(false);
  });

  it('does not evict responses of an organization because of another', () => {
    const cache = new AnswerCache(64 * kib);
    cache.keep(answer('quiet', 'a', 8 * kib));
    for (let round = 0; round < 1_000; round += 1) {
      cache.find('greedy', `page ${round}`, at('1'));
      cache.keep(answer('greedy', `poll ${round}`, 8 * kib));
    }
    expect(isKept(cache, 'quiet', 'a')).to.equal(true);
    expect(isKept(cache, 'greedy', 'poll 999')).to.equal(true);
  });

  it('counts the bytes of compressed forms, which are created once', async () => {
    const cache = new AnswerCache(64 * kib);
    const kept = answer('acme', 'a', 8 * kib);
    cache.keep(kept);
    const [first, second] = await Promise.all([
      cache.encode(kept, 'gzip'),
      cache.encode(kept, 'gzip'),
    ]);
    expect(second).to.equal(first);
    expect(isKept(cache, 'acme', 'a')).to.equal(true);
    for (let more = 0; more < 6; more += 1) {
      const other = answer('acme', `more ${more}`, 8 * kib);
      other.data.set(crypto.getRandomValues(new Uint8Array(8 * kib)));
      cache.keep(other);
      await cache.encode(other, 'br');
    }
    expect(isKept(cache, 'acme', 'a')).to.equal(false);
    expect(isKept(cache, 'acme', 'more 5')).to.equal(true);
  });

  it('stores no responses that are large relative to the limit, and none without a limit', () => {
    const cache = new AnswerCache(64 * kib);
    cache.keep(answer('acme', 'a', 9 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(false);
    const off = new AnswerCache(0);
    off.find('acme', 'a', at('1'));
    expect(off.find('acme', 'a', at('1')).isRepeated).to.equal(false);
  });
});
