import { expect } from 'chai';
import { type QuotaDecision } from '@costplane/plugin-api';
import { createMemoryStore } from '../src/rate-limit/memory-store.ts';

const minute = 60_000;

function openWindow(windowMs: number) {
  let now = 0;
  const store = createMemoryStore({ now: () => new Date(now) });
  return {
    take(limit: number, at: number): QuotaDecision {
      now = at;
      const [decision] = store.take([{ window: 'a', limit, windowMs }]) as [QuotaDecision];
      return decision;
    },
  };
}

describe('sliding window', () => {
  it('slides: a request is removed exactly one window after it arrived', () => {
    const window = openWindow(minute);
    expect(window.take(2, 0).allowed).to.equal(true);
    expect(window.take(2, 30_000).allowed).to.equal(true);
    expect(window.take(2, 59_999)).to.eql({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAtMs: minute,
    });
    expect(window.take(2, minute).allowed).to.equal(true);
    expect(window.take(2, minute + 1).allowed).to.equal(false);
  });

  it('does not count rejected requests', () => {
    const window = openWindow(minute);
    window.take(1, 0);
    for (let at = 1; at < 1_000; at += 1) window.take(1, at);
    expect(window.take(1, minute).allowed).to.equal(true);
  });

  it('forgets requests that are later than a clock that was set back', () => {
    const window = openWindow(minute);
    window.take(1, 60 * minute);
    expect(window.take(1, 0)).to.include({ allowed: true, resetAtMs: minute });
    expect(window.take(1, 1).allowed).to.equal(false);
  });

  it('keeps the requests of a window in use after 10,000, when idle windows are forgotten', () => {
    const window = openWindow(minute);
    window.take(1, 0);
    for (let request = 2; request <= 10_000; request += 1) {
      expect(window.take(1, 1).allowed).to.equal(false);
    }
  });

  it('equals a list of timestamps over many requests', () => {
    const window = openWindow(1_000);
    let times: number[] = [];
    let now = 0;
    for (let round = 0; round < 5_000; round += 1) {
      now += (round * 7919) % 23;
      times = times.filter((time) => time > now - 1_000);
      const allowed = times.length < 70;
      if (allowed) times.push(now);
      const decision = window.take(70, now);
      expect(decision.allowed).to.equal(allowed);
      expect(decision.remaining).to.equal(70 - times.length);
      expect(decision.resetAtMs).to.equal((times[0] ?? now) + 1_000);
    }
  });

  it('drops many requests in a short time', () => {
    const window = openWindow(minute);
    const limit = 200_000;
    for (let count = 0; count < limit; count += 1) window.take(limit, 0);
    expect(window.take(limit, 0).allowed).to.equal(false);
    const startedAtMs = performance.now();
    expect(window.take(limit, minute).remaining).to.equal(limit - 1);
    expect(performance.now() - startedAtMs).to.be.below(500);
  });
});
