import { expect } from 'chai';
import { once } from 'node:events';
import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../src/database/connect.ts';
import { heldByKernel } from '../src/database/held-connections.ts';
import { createTenantDatabases } from '../src/database/tenant-databases.ts';
import { ApiError } from '../src/errors/api-error.ts';
import { createTestDatabase } from '../src/testing.ts';

const nothing = () => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describe('a database that goes silent', () => {
  it('costs a request 503 after the deadline, and the next has a new connection', async () => {
    const database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    const halves: Socket[] = [];
    const proxy = createServer((near) => {
      const far = connectTcp(Number(port), hostname);
      near.pipe(far).pipe(near);
      halves.push(near, far);
      for (const half of [near, far]) half.on('error', nothing);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(database.url);
    url.port = String((proxy.address() as AddressInfo).port);
    const pool = connect(url.href, log, { size: 2, answerWithinMs: 300 });
    const databases = createTenantDatabases(pool);
    const ask = () => databases.hasCluster(crypto.randomUUID(), crypto.randomUUID());

    expect(await ask()).to.equal(false);
    for (const half of halves) half.unpipe().pause();
    const failure = await ask().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(ApiError);
    expect((failure as ApiError).code).to.equal('SERVICE_UNAVAILABLE');
    expect(await ask()).to.equal(false);

    await pool.end();
    for (const half of halves) half.destroy();
    proxy.close();
    await database.drop();
  }).timeout(10_000);

  it('is not one whose transaction goes on for longer than a statement may', async () => {
    const database = await createTestDatabase();
    const pool = connect(database.url, log, { size: 1, answerWithinMs: 400 });
    const db = createTenantDatabases(pool).of(crypto.randomUUID(), heldByKernel);
    const answers = await db.transaction().execute(async (transaction) => {
      const first = await sql<{ is: number }>`select 1 as is`.execute(transaction);
      await sleep(1500);
      for (let statement = 0; statement < 10; statement += 1) {
        await sql`select pg_sleep(0.1)`.execute(transaction);
      }
      const last = await sql<{ is: number }>`select 2 as is`.execute(transaction);
      return [first, last].map(({ rows }) => rows[0]?.is);
    });
    expect(answers).to.eql([1, 2]);
    await pool.end();
    await database.drop();
  }).timeout(10_000);
});
