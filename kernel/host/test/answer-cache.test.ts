import { expect } from 'chai';
import { AnswerCache, type KeptAnswer } from '../src/answers/answer-cache.ts';

const kib = 1024;
const now = new Date('2026-03-01T00:00:00Z');
const answer = (bytes: number, version = '1'): KeptAnswer => ({
  version,
  holdsUntilMs: now.getTime(),
  data: Buffer.alloc(bytes),
  meta: {},
});

describe('answers that are kept', () => {
  const at = (version: string, instant = now) => ({ version, now: instant });
  const isKept = (cache: AnswerCache, organization: string, identity: string) =>
    cache.find(organization, identity, at('1')).answer !== undefined;

  it('are found by their version, while they hold', () => {
    const cache = new AnswerCache(100 * kib);
    const kept = answer(kib);
    expect(cache.find('acme', 'a', at('1'))).to.eql({ isRepeated: false });
    expect(cache.find('acme', 'a', at('1'))).to.eql({ isRepeated: true });
    cache.keep('acme', 'a', kept);
    expect(cache.find('acme', 'a', at('1')).answer).to.equal(kept);
    expect(cache.find('rival', 'a', at('1'))).to.eql({ isRepeated: false });
    expect(cache.find('acme', 'a', at('2'))).to.eql({ isRepeated: true });
    const late = new Date(now.getTime() + 1);
    expect(cache.find('acme', 'a', at('1', late))).to.eql({ isRepeated: true });
  });

  it('give way to others of their organization, the longest unasked first', () => {
    const cache = new AnswerCache(24 * kib);
    for (const identity of ['a', 'b']) cache.keep('acme', identity, answer(3 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(true);
    for (let more = 0; more < 6; more += 1) cache.keep('acme', `more ${more}`, answer(3 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(true);
    expect(isKept(cache, 'acme', 'b')).to.equal(false);
  });

  it('of an organization are not pushed out by another that asks for more', () => {
    const cache = new AnswerCache(64 * kib);
    cache.keep('quiet', 'a', answer(8 * kib));
    for (let round = 0; round < 1_000; round += 1) {
      cache.find('greedy', `page ${round}`, at('1'));
      cache.keep('greedy', `poll ${round}`, answer(8 * kib));
    }
    expect(isKept(cache, 'quiet', 'a')).to.equal(true);
    expect(isKept(cache, 'greedy', 'poll 999')).to.equal(true);
  });

  it('are none that is large beside the limit, and none at all without one', () => {
    const cache = new AnswerCache(64 * kib);
    cache.keep('acme', 'a', answer(9 * kib));
    expect(isKept(cache, 'acme', 'a')).to.equal(false);
    const off = new AnswerCache(0);
    off.find('acme', 'a', at('1'));
    expect(off.find('acme', 'a', at('1')).isRepeated).to.equal(false);
  });
});
