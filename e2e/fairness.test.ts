import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client } from './support/client.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { exportPath, open } from './support/focus/export-client.ts';
import { type History } from './support/focus/history.ts';
import { createLargeHistory, largeRequest } from './support/focus/large-history.ts';
import { mintKey } from './support/mint-key.ts';
import { readMemoryLimitMib, readPeakMemoryMib } from './support/memory.ts';
import { skip } from './support/skip.ts';
import { addCluster, createKey } from './support/tenants.ts';

const attackSeconds = 3;
const question = {
  group_by: 'pod',
  start_date: '2026-01-01',
  end_date: '2026-07-19',
  per_page: 500,
  filter_expression: {
    node: [{ field: 'name', operator: 'contains', values: ['host'] }],
    workload: [{ field: 'name', operator: 'contains', values: ['1'] }],
  },
};

describe('one of three organizations under attack load', () => {
  let history: History;
  let service: Service;
  let client: Client;
  let attacker: string;
  let others: string[];
  const environment = () => history.environment;

  before(async () => {
    history = await createLargeHistory();
    for (const organization of ['one', 'two']) {
      await costplaneJson(['org', 'create', organization], environment());
      await addCluster(history.database, { organization, name: organization, at: Date.now() });
    }
    service = await serve(environment());
    client = await createClient(service.url);
    attacker = await createKey(environment(), 'demo');
    others = await Promise.all(['one', 'two'].map((name) => createKey(environment(), name)));
  });
  after(async () => {
    await service.stop();
    await history.drop();
  });

  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const trendWindow = `start=${nowSeconds - 3 * 86_400}&end=${nowSeconds}`;
  const questions: readonly ((key: string) => Promise<{ status: number }>)[] = [
    (key) => client.get('/v1/organization/dashboard', key),
    (key) => client.get('/v1/workloads', key),
    (key) => client.get(`/v1/organizations/dashboard/cost-trend?${trendWindow}`, key),
    (key) => client.post('/v1/cost-explorer/query', {}, key),
  ];
  const requestExport = (key: string) =>
    client.get(exportPath({ ...largeRequest, from: today, to: tomorrow }), key);

  /** What the others are answered while an attack goes on, from when it has begun. */
  async function statusesOfOthers(): Promise<number[]> {
    const statuses = new Set<number>();
    for (const { status } of await Promise.all(others.map(requestExport))) statuses.add(status);
    const until = Date.now() + attackSeconds * 1_000;
    while (Date.now() < until) {
      const asked = others.flatMap((key) => questions.map((ask) => ask(key)));
      for (const { status } of await Promise.all(asked)) statuses.add(status);
    }
    return [...statuses];
  }

  /** Repeats something beside itself until it is stopped; answers with all that came of it. */
  function repeat<T>(times: number, act: () => Promise<T>) {
    const state = { isOver: false };
    const results = new Set<T>();
    const loops = Array.from({ length: times }, async () => {
      while (!state.isOver) results.add(await act());
    });
    return async () => {
      state.isOver = true;
      await Promise.all(loops);
      return [...results];
    };
  }

  it('answers the others with 200 during 60 concurrent queries of one key', async () => {
    const stop = repeat(60, async () => {
      const { status } = await client.post('/v1/cost-explorer/query', question, attacker);
      return status;
    });
    expect(await statusesOfOthers()).to.eql([200]);
    for (const status of await stop()) expect(status).to.be.oneOf([200, 429]);
  });

  it('answers the others with 200 while exports are read slowly', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => createKey(environment(), 'demo')));
    const begin = () => keys.map((key) => open(service.url + exportPath(largeRequest), { key }));
    const exports = [...begin(), ...begin()];
    const reading = exports.map(async (opening) => {
      const response = await opening;
      response.on('error', () => undefined);
      // What is refused is small; a file is read at 4 kB/s.
      const slowly = setInterval(() => void response.read(400), 100);
      response.once('close', () => {
        clearInterval(slowly);
      });
      return response;
    });
    await Promise.race(reading);
    await sleep(500);
    const answered = await statusesOfOthers();
    const responses = await Promise.all(reading);
    for (const response of responses) {
      response.destroy();
      if (!response.closed) await once(response, 'close');
    }
    expect(answered).to.eql([200]);
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).to.eql([200, 200, 429, 429, 429, 429]);
  });

  it('answers the others with 200 while invented keys with valid checksums are tried', async () => {
    const stop = repeat(50, async () => {
      const { status } = await client.get('/v1/organization', mintKey());
      return status;
    });
    expect(await statusesOfOthers()).to.eql([200]);
    for (const status of await stop()) expect(status).to.be.oneOf([401, 429]);
  });

  it("stays within the chart's memory limit for 64 concurrent pages of maximum size", async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux tells the peak of a process');
    await history.database.sql(
      `update workloads set labels = (
          select jsonb_object_agg('key-' || nth, repeat('x', 4096)) from generate_series(1, 256) nth
        ) where name like 'web-1_'`,
    );
    const requests = Array.from({ length: 64 }, () =>
      open(`${service.url}/v1/workloads?limit=500`, { key: attacker }),
    );
    // None is read before all have come.
    const pages = await Promise.all(requests);
    const reading = pages.map((page) => once(page.resume(), 'end'));
    await Promise.all(reading);
    const bytes = pages.reduce((sum, { headers }) => sum + Number(headers['content-length']), 0);
    // A page that a busy machine does not read in time is 503; the bytes say that enough were.
    for (const { statusCode } of pages) expect(statusCode).to.be.oneOf([200, 429, 503]);
    expect(bytes / 2 ** 20).to.be.above(64);
    const peak = await readPeakMemoryMib(service.process.pid!);
    expect(peak).to.be.below(await readMemoryLimitMib());
  });
});
