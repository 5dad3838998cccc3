import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Console, openConsole, settled } from '../support/console/console.ts';
import { openDatabase } from '../support/database.ts';

describe('console: states of a panel', () => {
  let console: Console;

  before(async function () {
    console = await openConsole(this);
  });
  after(() => console.close());

  it('shows after two seconds what is loading, and offers to cancel and retry', async () => {
    const { page, close, checkAccessibility } = await withLocked('recommendations', async () => {
      const visit = await console.open('/');
      const savings = visit.page.getByRole('region', { name: 'Largest savings', exact: true });
      await savings.getByText('Loading the recommendations').waitFor();
      await savings.getByRole('button', { name: 'Cancel' }).click();
      await savings.getByText('Canceled.').waitFor();
      expect(await visit.checkAccessibility()).to.eql([]);
      return visit;
    });
    const savings = page.getByRole('region', { name: 'Largest savings', exact: true });
    await savings.getByRole('button', { name: 'Ask again' }).click();
    await savings.locator('data').first().waitFor();
    expect(await checkAccessibility()).to.eql([]);
    await close();
  });

  it('counts down when the rate limit is exceeded, and retries', async () => {
    const key = await console.createKey('all');
    const setLimit = (limit: number) =>
      console.database.sql(
        'update api_keys set requests_per_minute = $2 where key_hash = sha256($1::text::bytea)',
        [key, limit],
      );
    await setLimit(3);
    const { page, close } = await console.open('/', { key, hasShortWaits: true });
    await page
      .getByText(/rate limit of the key is exceeded. Retrying in \d+ s/)
      .first()
      .waitFor();
    await page.getByText(/of 3 requests left this minute/).waitFor();
    await setLimit(1000);
    await untilLimit(key, '1000');
    await settled(page);
    expect(await page.getByText('is used up').count()).to.equal(0);
    await close();
  });

  it('shows the code and request id of an error, keeps the last numbers, and retries', async () => {
    const { page, close, checkAccessibility } = await console.open('/?range=7d');
    await settled(page);
    const figures = page.getByRole('region', { name: 'This month', exact: true });
    const before = await figures.locator('data').first().getAttribute('value');

    const isDown = await takeDatabaseAway();
    await page.getByLabel('Cost mode').selectOption('workload_only');
    const failure = figures.getByRole('alert');
    await failure.waitFor();
    expect(await failure.innerText())
      .to.match(/SERVICE_UNAVAILABLE req_\w+/)
      .and.contain('with the previous settings');
    await failure.getByRole('button', { name: 'Copy' }).click();
    await failure.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await figures.locator('data').first().getAttribute('value')).to.equal(before);
    expect(await checkAccessibility()).to.eql([]);

    await isDown.end();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await failure.waitFor({ state: 'detached' });
    await close();
  });

  it('offers to sign in again if the key was revoked', async () => {
    const { page, close } = await console.open('/', { key: '' });
    await page.getByLabel('API key').fill(console.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await settled(page);
    const error = { code: 'UNAUTHORIZED', message: 'A valid API key is required.' };
    await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { error } }));
    await page.getByLabel('Cost mode').selectOption('workload_only');
    const figures = page.getByRole('region', { name: 'This month', exact: true });
    await figures.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('API key').waitFor();
    await close();
  });

  it('shows that the browser is offline', async () => {
    const { page, close } = await console.open('/');
    await settled(page);
    await page.context().setOffline(true);
    await page.getByLabel('Cost mode').selectOption('workload_only');
    await page.getByText('You are offline.').first().waitFor();
    await page.context().setOffline(false);
    await close();
  });

  /** The service reads a key anew after some seconds. */
  async function untilLimit(key: string, limit: string): Promise<void> {
    const headers = { Authorization: `Bearer ${key}` };
    for (;;) {
      const response = await fetch(`${console.service.url}/v1/organization`, { headers });
      if (response.headers.get('x-ratelimit-limit') === limit) return;
      await sleep(200);
    }
  }

  /** Runs something while nobody can read a table. */
  async function withLocked<T>(table: string, during: () => Promise<T>): Promise<T> {
    const session = new Client({
      connectionString: console.database.url,
      options: '-c search_path=costplane',
    });
    await session.connect();
    try {
      await session.query('begin');
      await session.query(`lock table ${table} in access exclusive mode`);
      return await during();
    } finally {
      await session.end();
    }
  }

  /** Ends the service's connections and lets it make no new one, until `end`. */
  async function takeDatabaseAway() {
    const name = new URL(console.database.url).pathname.slice(1);
    const server = openDatabase(process.env.COSTPLANE_TEST_DATABASE_URL ?? '');
    const allow = (isAllowed: boolean) =>
      server.sql(`alter database ${name} with allow_connections ${isAllowed}`);
    await allow(false);
    await server.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    return { end: () => allow(true) };
  }
});
