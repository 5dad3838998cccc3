import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Pool } from 'pg';
import { connect, explainUnavailable, RequestDatabases, SharedPool } from '@costplane/reader';
import { ApiError } from '@costplane/plugin-api';
import { createTestDatabase } from '../src/test-database.ts';
import { startSilenceableProxy } from './silenceable-proxy.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const share = (pool: Pool) =>
  new SharedPool(pool, {
    perOrganization: 10,
    queueLength: 100,
    queueSeconds: 10,
    explain: explainUnavailable,
    maxStatements: 10,
  });
const requestTo = (pool: SharedPool) =>
  new RequestDatabases(
    { state: pool, queries: pool, streams: pool },
    { organizationId: crypto.randomUUID(), keyId: '' },
    nothing,
  );

async function databaseBehindProxy() {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const proxy = await startSilenceableProxy(Number(url.port), url.hostname);
  url.port = String(proxy.port);
  return {
    url: url.href,
    proxy,
    drop: async () => {
      proxy.close();
      await database.drop();
    },
  };
}

const getCode = (failure: unknown) => (failure as { code?: string }).code;

describe('a database that goes silent', () => {
  it('causes 503 after the deadline, and the next request gets a new connection', async () => {
    const { url, proxy, drop } = await databaseBehindProxy();
    const pool = connect(url, log, { size: 2, statementTimeoutMs: 1_000 });
    const shared = share(pool);
    const ask = () => requestTo(shared).hasCluster(crypto.randomUUID());

    expect(await ask()).to.equal(false);
    proxy.silenceOpen();
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ApiError);
    expect(getCode(failure)).to.equal('SERVICE_UNAVAILABLE');
    expect(await ask()).to.equal(false);

    await pool.end();
    await drop();
  });

  it('is detected long before the statement timeout, and waiting requests fail', async () => {
    const { url, proxy, drop } = await databaseBehindProxy();
    const pool = connect(url, log, { size: 1, statementTimeoutMs: 3_600_000 });
    const shared = share(pool);
    const ask = () => requestTo(shared).hasCluster(crypto.randomUUID());

    expect(await ask()).to.equal(false);
    proxy.silence();
    const failures = await Promise.all(
      Array.from({ length: 5 }, () => ask().catch((error: unknown) => error)),
    );
    expect(new Set(failures.map(getCode))).to.eql(new Set(['SERVICE_UNAVAILABLE']));
    proxy.silence(false);
    expect(await ask()).to.equal(false);

    await pool.end();
    await drop();
  });

  it('is not one with a transaction that runs longer than a statement may', async () => {
    const database = await createTestDatabase();
    const pool = connect(database.url, log, { size: 1, statementTimeoutMs: 1_000 });
    const db = requestTo(share(pool)).state;
    const answers = await db.transaction().execute(async (transaction) => {
      const first = await sql<{ is: number }>`select 1 as is`.execute(transaction);
      await sleep(3_000);
      for (let statement = 0; statement < 10; statement += 1) {
        await sql`select pg_sleep(0.1)`.execute(transaction);
      }
      const last = await sql<{ is: number }>`select 2 as is`.execute(transaction);
      return [first, last].map(({ rows }) => rows[0]?.is);
    });
    expect(answers).to.eql([1, 2]);
    await pool.end();
    await database.drop();
  });

  it('is not one that is slow but accepts connections', async () => {
    const database = await createTestDatabase();
    const pool = connect(database.url, log, { size: 1 });
    const db = requestTo(share(pool)).state;
    const { rows } = await sql<{ is: number }>`select 3 as is from pg_sleep(10)`.execute(db);
    expect(rows).to.eql([{ is: 3 }]);
    await pool.end();
    await database.drop();
  });
});
