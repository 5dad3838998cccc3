import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiError } from '@costplane/plugin-api';
import { StartupError } from '@costplane/plugin-api/internal';
import { createRedisStore } from '@costplane/kernel';
import { type RateLimitStore } from '@costplane/plugin-api';
import { startSilenceableProxy } from './silenceable-proxy.ts';

const redisUrl = process.env.COSTPLANE_TEST_REDIS_URL;
const makeQuota = (window: string) => [{ window, limit: 5, windowMs: 1_000 }];

describe('Redis rate-limit store', () => {
  const stores: RateLimitStore[] = [];
  const open = async (url: string) => {
    const store = await createRedisStore(url, () => undefined);
    stores.push(store);
    return store;
  };
  after(() => Promise.all(stores.map((store) => store.close())));

  const connected = async (store: RateLimitStore) => {
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      try {
        await store.take(makeQuota(crypto.randomUUID()));
        return store;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    throw new Error('Redis did not answer within 20 seconds');
  };

  describe('with a real Redis (COSTPLANE_TEST_REDIS_URL)', () => {
    before(function () {
      if (redisUrl !== undefined) return;
      Object.assign(this.test!, { skipReason: 'COSTPLANE_TEST_REDIS_URL is not set' });
      this.skip();
    });

    it('counts a request in all of its windows or in none', async () => {
      const store = await connected(await open(redisUrl!));
      const [wide, narrow] = [crypto.randomUUID(), crypto.randomUUID()];
      const both = () =>
        store.take([
          { window: wide, limit: 10, windowMs: 60_000 },
          { window: narrow, limit: 1, windowMs: 60_000 },
        ]);
      await both();
      const [general, own] = await both();
      expect(general).to.include({ allowed: true, remaining: 9 });
      expect(own).to.include({ allowed: false, remaining: 0 });
    });

    it('shares one window between stores, and lets it slide', async () => {
      const [one, two] = [
        await connected(await open(redisUrl!)),
        await connected(await open(redisUrl!)),
      ];
      const window = crypto.randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          Promise.resolve((index % 2 ? one : two).take(makeQuota(window))),
        ),
      );
      const decisions = answers.flat();
      expect(decisions.filter(({ allowed }) => allowed)).to.have.length(5);
      const refused = decisions.find(({ allowed }) => !allowed);
      expect(refused?.remaining).to.equal(0);
      expect(refused?.resetAtMs).to.be.within(Date.now() - 100, Date.now() + 1_100);

      await new Promise((resolve) => setTimeout(resolve, 1_050));
      expect((await one.take(makeQuota(window)))[0]?.allowed).to.equal(true);
    });

    it('frees requests of the future after the clock was set back', async () => {
      const store = await connected(await open(redisUrl!));
      const window = crypto.randomUUID();
      const { hostname, port } = new URL(redisUrl!);
      const redis = connect(Number(port), hostname);
      const future = [1, 2, 3, 4, 5].map(
        (minutes) => `${Date.now() + minutes * 60_000} ${minutes}`,
      );
      redis.write(`ZADD costplane:rate:${window} ${future.join(' ')}\r\n`);
      await once(redis, 'data');
      redis.end();
      expect((await store.take(makeQuota(window)))[0]?.allowed).to.equal(true);
    });

    it('recovers within 5 seconds after Redis stopped responding, whatever the traffic', async () => {
      const { hostname, port } = new URL(redisUrl!);
      const proxy = await startSilenceableProxy(Number(port), hostname);
      const store = await connected(await open(`redis://127.0.0.1:${proxy.port}`));
      expect(store.isUp).to.equal(true);
      proxy.silenceOpen();
      const silentAtMs = performance.now();
      let failures = 0;
      let answeredAfterMs = Infinity;
      while (answeredAfterMs === Infinity && performance.now() - silentAtMs < 15_000) {
        // The next request does not wait for the answer to this one.
        void Promise.resolve(store.take(makeQuota(crypto.randomUUID()))).then(
          () => (answeredAfterMs = Math.min(answeredAfterMs, performance.now() - silentAtMs)),
          () => (failures += 1),
        );
        await sleep(20);
      }
      expect(failures).to.be.greaterThan(0);
      expect(answeredAfterMs).to.be.lessThan(5_000);
      proxy.close();
    });

    it('is not up while Redis only answers reads, as a replica does', async () => {
      const url = new URL(redisUrl!);
      const admin = connect(Number(url.port), url.hostname);
      admin.write('ACL SETUSER costplane-reads on >secret ~* +@read +@connection\r\n');
      await once(admin, 'data');
      const store = await open(`redis://costplane-reads:secret@${url.host}`);
      await sleep(2_800);
      const wasUp = store.isUp;
      admin.end('ACL DELUSER costplane-reads\r\n');
      expect(wasUp).to.equal(false);
    });

    it('closes at once after Redis stopped responding', async () => {
      const { hostname, port } = new URL(redisUrl!);
      const proxy = await startSilenceableProxy(Number(port), hostname);
      const store = await connected(await open(`redis://127.0.0.1:${proxy.port}`));
      proxy.silence();
      await sleep(1_200);
      const closedAtMs = performance.now();
      await store.close();
      expect(performance.now() - closedAtMs).to.be.lessThan(1_000);
      proxy.close();
    });

    it('is not up while Redis does not respond', async () => {
      const { hostname, port } = new URL(redisUrl!);
      const proxy = await startSilenceableProxy(Number(port), hostname);
      const store = await connected(await open(`redis://127.0.0.1:${proxy.port}`));
      proxy.silence();
      for (let waitedMs = 0; store.isUp && waitedMs < 30_000; waitedMs += 50) await sleep(50);
      expect(store.isUp).to.equal(false);
      proxy.silence(false);
      for (let waitedMs = 0; !store.isUp && waitedMs < 30_000; waitedMs += 50) await sleep(50);
      expect(store.isUp).to.equal(true);
      proxy.close();
    });
  });

  it('rejects an invalid URL without showing it', async () => {
    for (const url of [
      'localhost:6379',
      'http://x',
      'redis://:secret@h:99999',
      'redis://u:%secret@h:1',
      'redis://h:1/secret',
    ]) {
      const failure = await createRedisStore(url, () => undefined).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StartupError);
      expect((failure as StartupError).message)
        .to.match(/^REDIS_URL/)
        .and.not.contain('secret');
    }
  });

  it('fails immediately while Redis is unavailable', async () => {
    const store = await open('redis://127.0.0.1:1');
    const started = performance.now();
    const failure = await Promise.resolve(store.take(makeQuota('x'))).catch(
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(ApiError);
    expect((failure as ApiError).code).to.equal('RATE_LIMIT_UNAVAILABLE');
    expect(performance.now() - started).to.be.below(1_000);
  });
});
