import { expect } from 'chai';
import { sql } from 'kysely';
import { moveOrganization, openWarehouse } from '../src/index.ts';
import { createTestDatabase } from '../src/testing.ts';
import { catchFailure } from './catch-failure.ts';
import { startSilentServer } from './silent-server.ts';

const maxMs = 30_000;

describe('a server that goes silent', () => {
  it('fails running statements within seconds, however long a statement may take', async () => {
    const database = await createTestDatabase();
    const server = await startSilentServer(database.url);
    const db = openWarehouse(server.url, 'ingest');
    await sql`select 1`.execute(db);
    const startedAtMs = performance.now();
    const failing = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error);
    server.silence();
    expect(await failing).to.be.an('error');
    expect(performance.now() - startedAtMs).to.be.lessThan(maxMs);

    server.close();
    await db.destroy();
    await database.drop();
  });

  const copies = { from: 'copy (select organization_id', to: 'copy incoming (organization_id' };
  for (const side of ['from', 'to'] as const) {
    it(`fails the move of an organization ${side} it within seconds`, async () => {
      const [source, target] = [await createTestDatabase(), await createTestDatabase()];
      const organization = { id: '10000000-0000-4000-8000-000000000001', name: 'acme' };
      const owner = openWarehouse(source.url, 'owner');
      await owner.insertInto('organizations').values(organization).execute();
      // More than fits in the buffers on the way.
      await sql`insert into departments (organization_id, name, description)
        select ${organization.id}::uuid, n::text, repeat('x', 1000) from generate_series(1, 20000) as n`.execute(
        owner,
      );
      await owner.destroy();
      const urls = { from: source.url, to: target.url };
      const server = await startSilentServer(urls[side], copies[side]);
      const startedAtMs = performance.now();
      const moving = moveOrganization({
        ...urls,
        [side]: server.url,
        organization,
        announce: () => Promise.resolve(),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      expect(await catchFailure(moving)).to.match(/gone silent; run the command again/);
      expect(performance.now() - startedAtMs).to.be.lessThan(maxMs);

      server.close();
      await Promise.all([source.drop(), target.drop()]);
    });
  }
});
