import { expect } from 'chai';
import { sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { openWarehouse } from '../src/index.ts';
import { createTestDatabase } from '../src/testing.ts';

describe('a server that goes silent', () => {
  it('fails what runs within seconds, however long a statement may take', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const sockets: Socket[] = [];
    let isSilent = false;
    const { hostname, port } = url;
    const proxy = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) sockets.push(socket.on('error', () => undefined));
      if (!isSilent) near.pipe(far).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    url.port = String((proxy.address() as AddressInfo).port);

    const db = openWarehouse(url.href, 'ingest');
    await sql`select 1`.execute(db);
    const startedAtMs = performance.now();
    const failing = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    isSilent = true;
    for (const socket of sockets) socket.unpipe().pause();
    expect(await failing).to.be.an('error');
    expect(performance.now() - startedAtMs).to.be.lessThan(30_000);

    for (const socket of sockets) socket.destroy();
    proxy.close();
    await db.destroy();
    await database.drop();
  });
});
