import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { apiKey } from '../src/auth/credential.ts';
import { CredentialCache } from '../src/auth/credential-cache.ts';
import { createKeyStore } from '../src/auth/key-store.ts';

describe('cache of credentials', () => {
  /** Answers in turn, when it is told to, what it is told. */
  const createCache = () => {
    const clock = { now: 0 };
    const asked: { answer: (holder?: string) => void; fail: (error: Error) => void }[] = [];
    const cache = new CredentialCache<string>({
      rememberMs: 5_000,
      now: () => clock.now,
      tooMany: () => new Error('too many'),
      lookUp: (_, inTurn) =>
        inTurn('default', () => {
          const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
          asked.push({ answer: resolve, fail: reject });
          return promise;
        }),
    });
    return { cache, asked, clock };
  };

  it('looks up a credential once per interval, however often it is used', async () => {
    const { cache, asked, clock } = createCache();
    const finding = [cache.find('good'), cache.find('good')];
    asked[0]?.answer('acme');
    expect(await Promise.all(finding)).to.eql(['acme', 'acme']);
    clock.now = 4_999;
    await cache.find('good');
    expect(asked).to.have.length(1);
    clock.now = 5_000;
    void cache.find('good');
    expect(asked).to.have.length(2);
  });

  it('keeps valid credentials, however many invalid ones are tried', async () => {
    const { cache, asked } = createCache();
    const known = cache.find('good');
    asked.pop()?.answer('acme');
    await known;
    for (let index = 0; index < 10_100; index += 1) {
      const unknown = cache.find(`made up ${index}`);
      asked.pop()?.answer();
      expect(await unknown).to.equal(undefined);
    }
    expect(await cache.find('good')).to.equal('acme');
    expect(asked).to.eql([]);
  });

  it('looks up valid ones while the maximum number of invalid ones is looked up', async () => {
    const { cache, asked, clock } = createCache();
    const known = cache.find('good');
    asked.pop()?.answer('acme');
    await known;
    const messageOf = (error: unknown) => (error as Error).message;
    const [, , waiting] = Array.from({ length: 2_002 }, (_, index) =>
      cache.find(`made up ${index}`).catch(messageOf),
    );
    expect(await cache.find('one more').catch(messageOf)).to.equal('too many');
    expect(asked).to.have.length(2);
    clock.now = 6_000;
    const again = cache.find('good');
    asked.pop()?.answer('acme');
    expect(await again).to.equal('acme');
    expect(await waiting).to.equal('too many');
  });

  it('looks up all credentials that are first used at once, two at a time', async () => {
    let running = 0;
    let mostRunning = 0;
    const cache = new CredentialCache<string>({
      rememberMs: 5_000,
      tooMany: () => new Error('too many'),
      lookUp: (_, inTurn) =>
        inTurn('default', async () => {
          running += 1;
          mostRunning = Math.max(mostRunning, running);
          await setImmediate();
          running -= 1;
          return 'acme';
        }),
    });
    const names = Array.from({ length: 1_000 }, (_, index) => `good ${index}`);
    const found = await Promise.all(names.map((name) => cache.find(name)));
    expect(new Set(found)).to.eql(new Set(['acme']));
    expect(mostRunning).to.equal(2);
  });

  it('looks up keys of one database while another does not respond', async () => {
    const elsewhere = [{ database: 'eu-2' }];
    const answers = [elsewhere, elsewhere, elsewhere, [], [{ key_id: 'good', scopes: [] }]];
    const query = () => Promise.resolve({ rows: answers.shift() });
    const client = { query, release: () => undefined };
    const pools = new Map([
      ['default', { connect: () => Promise.resolve(client) }],
      ['eu-2', { connect: () => new Promise(() => undefined) }],
    ]);
    const keys = createKeyStore(pools as never);
    for (let count = 0; count < 3; count += 1) keys.find(apiKey.mint()).catch(() => undefined);
    expect(await keys.find(apiKey.mint())).to.include({ keyId: 'good' });
  });

  it('forgets a credential that is revoked, and looks it up again after a failure', async () => {
    const { cache, asked, clock } = createCache();
    const failing = cache.find('good').catch((error: unknown) => (error as Error).message);
    asked.pop()?.fail(new Error('away'));
    expect(await failing).to.equal('away');
    const found = cache.find('good');
    asked.pop()?.answer('acme');
    expect(await found).to.equal('acme');
    clock.now = 6_000;
    const revoked = cache.find('good');
    asked.pop()?.answer();
    expect(await revoked).to.equal(undefined);
    expect(await cache.find('good')).to.equal(undefined);
    expect(asked).to.eql([]);
  });
});
