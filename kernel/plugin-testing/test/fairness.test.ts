import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { apiKey } from '@costplane/kernel';
import {
  bootTestApplication,
  type TestApplication,
  type TestResponse,
} from '../src/test-application.ts';
import { waitUntil } from '../src/wait-until.ts';

const plugin = new URL('./fixtures/history/index.js', import.meta.url);
const health = new URL('../../../plugins/health/src/index.ts', import.meta.url);

describe('fairness between organizations and their keys', () => {
  let app: TestApplication;
  let attacker: string;
  let siblings: readonly [attacker: string, other: string];
  let others: string[];
  before(async () => {
    app = await bootTestApplication({
      plugins: [plugin, health],
      fairness: { queueSeconds: 1, exportGraceSeconds: 2, exportMinBytesPerSecond: 1e8 },
    });
    const createKey = (organization: string) =>
      app.createKey(organization, { scopes: ['other:read'], requestsPerMinute: 100_000 });
    const createKeyFor = async (name: string) => createKey(await app.createOrganization(name));
    attacker = await createKeyFor('attacker');
    others = [await createKeyFor('one'), await createKeyFor('two')];
    const shared = await app.createOrganization('two keys');
    siblings = [await createKey(shared), await createKey(shared)];
  });
  after(() => app.stop());

  const metric = async (pattern: RegExp) =>
    Number(pattern.exec(await (await fetch(app.service.metricsUrl)).text())?.[1]);
  const awaited = (pool: string) =>
    metric(new RegExp(`costplane_database_connections\\{pool="${pool}",state="awaited"\\} (\\d+)`));
  /** What others are answered while something goes on. */
  const statusesOfOthers = async (paths: readonly string[], meanwhile: Promise<unknown>) => {
    const statuses = new Set<number>();
    const state = { isOver: false };
    void meanwhile.finally(() => (state.isOver = true));
    while (!state.isOver) {
      const asked = others.flatMap((key) => paths.map((path) => app.get(path, key)));
      for (const { status } of await Promise.all(asked)) statuses.add(status);
      await sleep(50);
    }
    return [...statuses];
  };
  const allPaths = ['/v1/known', '/v1/unknown', '/v1/now', '/v1/numbers', '/health/ready'];
  const selectRefused = (answers: readonly TestResponse[]) =>
    answers.filter(({ status }) => status !== 200);

  for (const [pool, path, limit] of [
    ['queries', '/v1/known?seconds=3', 3],
    ['state', '/v1/now?seconds=3', 8],
  ] as const) {
    it(`concurrent requests of one organization leave ${pool} to others, and get 429 in time`, async () => {
      const attack = Promise.all(Array.from({ length: 30 }, () => app.get(path, attacker)));
      expect(await statusesOfOthers(allPaths, attack)).to.eql([200]);
      const refusals = selectRefused(await attack);
      expect(refusals).to.have.length(30 - limit);
      for (const { status, body, headers } of refusals) {
        expect([status, body.error.code]).to.eql([429, 'RATE_LIMITED']);
        expect(body.error.details[0].reason).to.equal('too_many_concurrent_requests');
        expect(headers.get('retry-after')).to.equal('1');
      }
      expect(await metric(new RegExp(`refused_total\\{pool="${pool}"\\} (\\d+)`))).to.equal(
        refusals.length,
      );
    });
  }

  it('concurrent requests of one key leave connections to another key of its organization', async () => {
    const [one, another] = siblings;
    expect((await app.get('/v1/known', another)).status).to.equal(200);
    const attack = Promise.all(
      Array.from({ length: 30 }, () => app.get('/v1/known?seconds=3', one)),
    );
    await waitUntil(async () => (await running('pg_sleep')) === 2);
    expect((await app.get('/v1/known', another)).status).to.equal(200);
    expect(await running('pg_sleep')).to.equal(2);
    expect(selectRefused(await attack)).to.have.length(28);
    expect(await awaited('queries')).to.equal(0);
  });

  it('slowly read exports leave exports to others, and are aborted', async () => {
    const open = () => {
      const request = get(`${app.service.url}/v1/numbers?count=100000000`, {
        headers: { Authorization: `Bearer ${attacker}` },
      });
      return once(request, 'response') as Promise<[IncomingMessage]>;
    };
    const slow = await Promise.all([open(), open()]);
    const ends = Promise.all(
      slow.map(async ([response]) => {
        response.on('error', () => undefined);
        const reading = setInterval(() => void response.read(400), 100);
        // A client notices only once it has read what was sent before.
        await waitUntil(async () => (await running('copy (')) === 0);
        clearInterval(reading);
        response.resume();
        await once(response, 'close').catch(() => undefined);
        return response.complete;
      }),
    );
    const third = await app.get('/v1/numbers', attacker);
    expect([third.status, third.body.error.details[0].reason]).to.eql([
      429,
      'too_many_concurrent_requests',
    ]);
    expect(await statusesOfOthers(allPaths, ends)).to.eql([200]);
    expect(await ends).to.eql([false, false]);
    expect((await app.get('/v1/numbers', attacker)).status).to.equal(200);
  });

  const running = async (text: string) => {
    const rows = await app.sql<object>(
      `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
        and pid <> pg_backend_pid() and strpos(query, $1) > 0`,
      [text],
    );
    return rows.length;
  };

  it('invalid keys do not affect others', async () => {
    const attack = (async () => {
      for (let round = 0; round < 20; round += 1) {
        const asked = Array.from({ length: 300 }, async () => {
          const { status } = await app.get('/v1/known', apiKey.mint());
          return status;
        });
        for (const status of await Promise.all(asked)) expect(status).to.be.oneOf([401, 429]);
      }
    })();
    expect(await statusesOfOthers(allPaths, attack)).to.eql([200]);
    await attack;
  });

  it('removes requests of disconnected clients from the queue', async () => {
    const gone = new AbortController();
    const ignore = () => undefined;
    const holding = Array.from({ length: 3 }, () => app.get('/v1/known?seconds=1', attacker));
    await waitUntil(async () => (await running('pg_sleep')) === 3);
    const waiting = Array.from({ length: 5 }, () =>
      app.request('/v1/known', { key: attacker, signal: gone.signal }).catch(ignore),
    );
    await waitUntil(async () => (await awaited('queries')) === 5);
    gone.abort();
    await Promise.all(waiting);
    await waitUntil(async () => (await awaited('queries')) === 0);
    await Promise.all(holding);
  });

  it('runs parallel queries of one request on one connection', async () => {
    const { body } = await app.get('/v1/now?times=30', attacker);
    expect(body.data.answer).to.equal('1 connection(s)');
    const many = Array.from({ length: 20 }, () => app.get('/v1/now?times=30', attacker));
    expect(selectRefused(await Promise.all(many))).to.eql([]);
  });
});
