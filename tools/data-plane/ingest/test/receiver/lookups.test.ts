import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Lookups } from '../../src/receiver/lookups.ts';

describe('lookups of the receiver', () => {
  const bounds = { answerWithinMs: 300, closeWithinMs: 50 };

  describe('in a database that is busy', () => {
    const patient = { ...bounds, answerWithinMs: 1_500 };
    let database: TestDatabase;
    before(async () => (database = await createTestDatabase()));
    after(() => database.drop());

    it('wait their turn, for longer than the database may be silent', async () => {
      const lookups = new Lookups(database.url, patient);
      const question = sql`select 1 as one from pg_sleep(0.05)`;
      const begunAt = performance.now();
      const asking = Array.from({ length: 400 }, () => lookups.rows(question));
      for (const rows of await Promise.all(asking)) expect(rows).to.eql([{ one: 1 }]);
      expect(performance.now() - begunAt).to.be.greaterThan(patient.answerWithinMs);
      await lookups.close();
    });

    it('continue during and after a slow one', async () => {
      const lookups = new Lookups(database.url, patient);
      const slow = lookups.rows(sql`select pg_sleep(4)`).catch((error: unknown) => error);
      const question = sql`select 1 as one from pg_sleep(0.05)`;
      const asking = Array.from({ length: 100 }, () => lookups.rows(question));
      for (const rows of await Promise.all(asking)) expect(rows).to.eql([{ one: 1 }]);
      expect(await slow).to.include({ code: 'ETIMEDOUT' });
      await lookups.close();
    });
  });

  describe('in a database that is silent', () => {
    let silent: Server;
    const sockets: Socket[] = [];
    before(async () => {
      silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
      await once(silent, 'listening');
    });
    after(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it('all fail together, and can be closed at any time', async () => {
      const { port } = silent.address() as AddressInfo;
      const lookups = new Lookups(`postgres://nobody@127.0.0.1:${port}/none`, bounds);
      const ask = () => lookups.rows(sql`select 1`).catch((error: unknown) => error);
      for (const error of await Promise.all(Array.from({ length: 100 }, ask))) {
        expect(error).to.include({ code: 'ETIMEDOUT' });
      }
      const underWay = ask();
      await lookups.close();
      expect(await underWay).to.be.an('error');
    });
  });
});
