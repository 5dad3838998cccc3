import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';
import { waitUntil } from '../src/wait-until.ts';

const gone = new URL('./fixtures/gone/index.js', import.meta.url);

describe('a client that disconnects (decision 56)', () => {
  const lines: { level: string; message: string; fields: object }[] = [];
  let app: TestApplication;
  let key: string;

  before(async () => {
    app = await bootTestApplication({
      plugins: [gone],
      onLog: (level, fields, message) => lines.push({ level, message, fields }),
    });
    const organization = await app.createOrganization('acme');
    key = await app.createKey(organization, { scopes: ['gone:read'] });
  });
  after(() => app.stop());

  const readCount = async (operation: string, status: number) => {
    const text = await (await fetch(app.service.metricsUrl)).text();
    const line = `costplane_http_requests_total{operation="${operation}",status="${status}"} `;
    return Number(text.split(line)[1]?.split('\n', 1)[0] ?? 0);
  };
  for (const operation of [
    'awaitsSignal',
    'queriesHistory',
    'queriesInParallel',
    'holdsTransaction',
    'leavesTransaction',
    'answersAnyway',
    'sendsFile',
    'sendsRequest',
  ]) {
    it(`is not a failure: ${operation}`, async () => {
      lines.length = 0;
      const leaving = new AbortController();
      const asked = fetch(`${app.service.url}/v1/gone/${operation}`, {
        headers: { Authorization: `Bearer ${key}` },
        signal: leaving.signal,
      }).then((response) => response.text());
      setTimeout(() => {
        leaving.abort();
      }, 400);
      expect(await asked.catch((error: unknown) => (error as Error).name)).to.equal('AbortError');
      await waitUntil(async () => (await readCount(operation, 499)) === 1);
      // The handler fails after its client has gone.
      await sleep(300);
      expect(lines.filter(({ level }) => level !== 'debug')).to.eql([]);
      expect(lines.map(({ message }) => message)).to.include('request');
    });
  }

  it('cancels the request that its handler has sent', () =>
    waitUntil(async () => (await readCount('waitsForSent', 499)) === 1));
});
