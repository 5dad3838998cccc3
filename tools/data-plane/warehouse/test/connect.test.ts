import { expect } from 'chai';
import { sql } from 'kysely';
import { connectionFailure } from '../src/connection-failure.ts';
import { connectionOptions, openPool } from '../src/connect.ts';
import { openWarehouse, WarehouseError } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { createEmptyDatabase } from './empty-database.ts';
import { catchFailure } from './catch-failure.ts';

describe('openWarehouse', () => {
  let database: TestDatabase;
  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());

  const settings = sql<Record<string, string>>`
    select current_user::text as "user", current_setting('search_path') as path,
      current_setting('timezone') as zone, current_setting('work_mem') as memory`;

  it('sets its role, and keeps options of the URL that do not change the role', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c role=costplane_owner -c work_mem=7MB');
    const db = openWarehouse(url.href, 'api');
    const { rows } = await settings.execute(db);
    await db.destroy();
    expect(rows).to.deep.equal([
      { user: 'costplane_api', path: 'costplane', zone: 'UTC', memory: '7MB' },
    ]);
  });

  it('applies its settings, whatever the URL has', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c statement_timeout=7000');
    const db = openWarehouse(url.href, 'ingest', { statement_timeout: '9000' });
    const { rows } = await sql`show statement_timeout`.execute(db);
    await db.destroy();
    expect(rows).to.eql([{ statement_timeout: '9s' }]);
  });

  it('lets the owner and a migration take as long as they need', async () => {
    const url = new URL(database.url);
    const readLimits = async (role: 'owner' | null) => {
      const db = openPool(url.href, connectionOptions(url.href, role));
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('statement_timeout', 'transaction_timeout',
          'idle_in_transaction_session_timeout', 'idle_session_timeout')`.execute(db);
      await db.destroy();
      return rows;
    };
    // An older server does not have all of them.
    const known = await readLimits(null);
    expect(known).to.have.lengthOf.at.least(3);
    url.searchParams.set('options', known.map(({ name }) => `-c ${name}=7000`).join(' '));
    for (const role of ['owner', null] as const) {
      const limits = await readLimits(role);
      expect(limits, `${role}`).to.eql(known.map(({ name }) => ({ name, setting: '0' })));
    }
  });

  it('never uses JIT, whatever the URL and the server say', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c jit=on');
    for (const role of ['owner', 'ingest', 'api', null] as const) {
      const db = openPool(url.href, connectionOptions(url.href, role));
      const { rows } = await sql`show jit`.execute(db);
      await db.destroy();
      expect(rows, `${role}`).to.eql([{ jit: 'off' }]);
    }
  });

  it('explains which role to grant to a user who cannot set it', async () => {
    const empty = await createEmptyDatabase();
    const db = openWarehouse(await empty.asStranger(), 'api');
    const failure = await catchFailure(db.selectFrom('clusters').selectAll().execute());
    await db.destroy();
    await empty.drop();
    expect(failure).to.match(/is not a member of costplane_api, which this command needs; /);
  });

  it('prepares only statements with parameters', async () => {
    const preparedAs = async (role: 'ingest' | 'owner') => {
      const db = openWarehouse(database.url, role);
      try {
        return await db.connection().execute(async (connection) => {
          const names = [];
          for (const name of ['a', "b'"]) {
            const { rows } = await sql<{ name: string }>`select ${name}::text as name`.execute(
              connection,
            );
            names.push(...rows.map((row) => row.name));
          }
          await sql`select 1`.execute(connection);
          const many = Array.from({ length: 301 }, (_, n) => sql`${n}::integer`);
          await sql`select ${sql.join(many)}`.execute(connection);
          const { rows } = await sql<{ statement: string }>`
            select statement from pg_prepared_statements`.execute(connection);
          return { names, prepared: rows.map(({ statement }) => statement) };
        });
      } finally {
        await db.destroy();
      }
    };
    const names = ['a', "b'"];
    const prepared = ['select $1::text as name'];
    expect(await preparedAs('ingest')).to.deep.equal({ names, prepared });
    expect(await preparedAs('owner')).to.deep.equal({ names, prepared: [] });
  });

  it('rejects a query in one line if the server is unavailable', async () => {
    const db = openWarehouse('postgres://me:secret@127.0.0.1:1/fleet', 'api');
    expect(await catchFailure(db.selectFrom('clusters').selectAll().execute())).to.match(
      /^No PostgreSQL answers at 127\.0\.0\.1:1\/fleet; /,
    );
    await db.destroy();
  });

  it('says how to add a CA that Node.js does not know', () => {
    const cause = Object.assign(new Error('self-signed certificate in certificate chain'), {
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
    });
    expect(connectionFailure(cause, 'postgres://me:secret@db/fleet').message).to.match(
      /CA .* of PostgreSQL at db:5432\/fleet is unknown; add sslrootcert=FILE /,
    );
  });

  it('rejects a URL that is not PostgreSQL before it connects', () => {
    expect(() => connectionOptions('redis://localhost', 'api')).to.throw(
      WarehouseError,
      /postgres:\/\/user:password@host/,
    );
  });
});
