import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { migrateWarehouse, migrationStatus } from '../src/index.ts';
import { migrations } from '../src/migrations/index.ts';
import { skip } from '../src/testing.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';
import { catchFailure } from './catch-failure.ts';

describe('migrateWarehouse', () => {
  let database: EmptyDatabase;
  beforeEach(async () => (database = await createEmptyDatabase()));
  afterEach(() => database.drop());

  it('applies every migration to an empty database, and none the second time', async () => {
    const names = Object.keys(migrations);
    expect(await migrationStatus(database.url)).to.deep.equal(
      names.map((name) => ({ name, appliedAt: null })),
    );
    const first = await migrateWarehouse(database.url);
    const status = await migrationStatus(database.url);
    const second = await migrateWarehouse(database.url);

    expect(first.applied).to.deep.equal(names);
    expect(status.map(({ name }) => name)).to.deep.equal(first.applied);
    for (const { appliedAt } of status) expect(appliedAt).to.match(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(second.applied).to.deep.equal([]);
  });

  it('lets processes that migrate at once apply each migration once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => migrateWarehouse(database.url)));
    expect(results.flatMap(({ applied }) => applied)).to.have.length(
      Object.keys(migrations).length,
    );
  });

  it('leaves everything to the owner role', async () => {
    await migrateWarehouse(database.url);
    const owners = await query(
      database.url,
      `select distinct pg_get_userbyid(relowner) as name from pg_class
        where relnamespace = 'costplane'::regnamespace
        union select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'costplane'
        union select pg_get_userbyid(proowner) from pg_proc
        where pronamespace = 'costplane'::regnamespace`,
    );
    expect(owners).to.deep.equal([{ name: 'costplane_owner' }]);
  });

  it('works for a user who is not a superuser and may create roles', async () => {
    const url = await database.asPlainOwner();
    await migrateWarehouse(url);
    expect(
      await query(url, 'set role costplane_api; select current_user::text as name'),
    ).to.deep.equal([{ name: 'costplane_api' }]);
  });

  it('names the user that is not a member of the roles, and the SQL that makes it one', async () => {
    const url = await database.asStranger();
    const { username, host, pathname } = new URL(url);
    const grant = `grant costplane_owner, costplane_ingest, costplane_api to "${username}";`;
    const failure = await catchFailure(migrateWarehouse(url));
    expect(failure).to.include(`User "${username}" of ${host}${pathname} may not migrate`);
    expect(failure).to.match(
      /it is not a member of costplane_owner, .* lacks CREATE on the database/,
    );
    expect(failure).to.include(grant).and.include('grant create on database ');

    await query(database.url, grant);
    await migrateWarehouse(database.url);
    expect(await migrateWarehouse(url)).to.deep.equal({ applied: [], distributed: [] });
  });

  it('names the owner of a schema that another program has made', async () => {
    const url = await database.asPlainOwner();
    await query(database.url, 'create schema costplane');
    const failure = await catchFailure(migrateWarehouse(url));
    expect(failure).to.match(/it finds the schema costplane owned by [^ ]+\. /);
    await query(database.url, failure.slice(failure.indexOf('alter schema')));
    await migrateWarehouse(url);
  });

  for (const [what, ask] of [
    ['migrateWarehouse', migrateWarehouse],
    ['migrationStatus', migrationStatus],
  ] as const) {
    it(`${what} names the user that can only read, and the roles that it lacks`, async () => {
      await migrateWarehouse(database.url);
      await query(
        database.url,
        `delete from costplane.kysely_migration
          where name = (select max(name) from costplane.kysely_migration)`,
      );
      const url = await database.asStranger();
      await query(database.url, `grant costplane_api to "${new URL(url).username}"`);
      expect(await catchFailure(ask(url))).to.match(
        /it is not a member of costplane_owner, costplane_ingest\. .*: grant costplane_owner, costplane_ingest to "[^"]+";$/,
      );
    });
  }

  it('refuses a database that a newer version has migrated', async () => {
    await migrateWarehouse(database.url);
    await query(
      database.url,
      `insert into costplane.kysely_migration values ('0999-future', '2030-01-01T00:00:00Z')`,
    );
    const failure = await catchFailure(migrateWarehouse(database.url));
    expect(failure).to.match(/is newer than this version .*0999-future.*; update Costplane$/);
  });

  it('does not make readers wait for a lock that it waits for', async () => {
    await migrateWarehouse(database.url);
    migrations['9999-lock'] = {
      up: (db) => sql`lock table pods in access exclusive mode`.execute(db).then(() => undefined),
    };
    const exporting = new Client({ connectionString: database.url });
    await exporting.connect();
    await exporting.query('begin; lock table costplane.pods in access share mode');
    const migrated = migrateWarehouse(database.url);
    const isWaiting = `select from pg_locks where relation = 'costplane.pods'::regclass and not granted`;
    while ((await query(database.url, isWaiting)).length === 0) await sleep(20);
    await query(database.url, 'select from costplane.pods');
    await exporting.end();
    expect((await migrated.finally(() => delete migrations['9999-lock'])).applied).to.eql([
      '9999-lock',
    ]);
  });

  it('names the server and keeps the password to itself when the password is wrong', async function () {
    const url = new URL(database.url);
    if (url.password === '') skip(this, 'the test server asks for no password');
    url.password = 'not-the-password';
    const failure = await catchFailure(migrateWarehouse(url.href));
    expect(failure).to.include(`${url.host}${url.pathname} refuses user "${url.username}"`);
    expect(failure).not.to.include('not-the-password');
  });

  it('names the server when nothing listens there', async () => {
    const failure = await catchFailure(migrateWarehouse('postgres://me:secret@127.0.0.1:1/fleet'));
    expect(failure).to.equal(
      'No PostgreSQL answers at 127.0.0.1:1/fleet; start it or correct DATABASE_URL',
    );
  });

  it('names the database when it does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    expect(await catchFailure(migrateWarehouse(url.href))).to.match(
      /\/nowhere does not exist; create/,
    );
  });

  it('refuses a URL that cannot be decoded, without showing it', async () => {
    for (const part of ['u%zz:secret@localhost/x', 'u:secret%@localhost/x', 'u:secret@h/%C3']) {
      const failure = await catchFailure(migrateWarehouse(`postgres://${part}`));
      expect(failure).to.match(/^The database URL has a "%" that .* DATABASE_URL$/);
      expect(failure).not.to.include('secret');
    }
  });

  it('refuses what is no URL of PostgreSQL', async () => {
    expect(await catchFailure(migrateWarehouse('mysql://me:secret@localhost/x'))).to.match(
      /^The database URL is not of the form postgres:/,
    );
  });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const answer: unknown = await client.query(text);
    const last = (Array.isArray(answer) ? answer.at(-1) : answer) as { rows: unknown[] };
    return last.rows;
  } finally {
    await client.end();
  }
}
