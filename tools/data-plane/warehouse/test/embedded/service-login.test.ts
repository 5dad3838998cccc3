import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  acquireEmbeddedDatabase,
  type EmbeddedDatabase,
  migrateWarehouse,
  prepareServiceLogin,
} from '../../src/index.ts';
import { catchFailure } from '../catch-failure.ts';

describe('prepareServiceLogin', () => {
  const [ours, theirs] = [randomUUID(), randomUUID()];
  let parent: string;
  let database: EmbeddedDatabase;
  let serviceUrl: string;

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'costplane-service-login-'));
    await chmod(parent, 0o755);
    database = await acquireEmbeddedDatabase({ home: join(parent, 'home'), isDurable: false });
  });
  after(async () => {
    await database.release();
    await rm(parent, { recursive: true });
  });

  // Here, because the server is new and has no roles of ours yet.
  it('migrateWarehouse names the user that may not create roles, and the SQL that helps', async () => {
    await query(database.url, `create role plain login password 'secret'`);
    const url = Object.assign(new URL(database.url), { username: 'plain', password: 'secret' });
    expect(await catchFailure(migrateWarehouse(url.href))).to.equal(
      `User "plain" of ${url.host}/costplane may not migrate the database: it lacks CREATEROLE to ` +
        'create the roles costplane_owner, costplane_ingest, costplane_api, and lacks CREATE on ' +
        'the database. Migrate as another user, or let an administrator run in that database: ' +
        'create role costplane_owner nologin; create role costplane_ingest nologin; ' +
        'create role costplane_api nologin; ' +
        'grant costplane_owner, costplane_ingest, costplane_api to "plain"; ' +
        'grant create on database "costplane" to "plain";',
    );
  });

  describe('in a migrated database', () => {
    before(async () => {
      await migrateWarehouse(database.url);
      serviceUrl = await prepareServiceLogin(database.url);
      for (const [id, name] of [
        [ours, 'ours'],
        [theirs, 'theirs'],
      ]) {
        const values = [id, name];
        await query(
          database.url,
          'insert into costplane.organizations (id, name) values ($1, $2)',
          values,
        );
        await query(
          database.url,
          'insert into costplane.clusters (organization_id, name) values ($1, $2)',
          values,
        );
      }
    });

    it('gives the same URL again, also to two processes at once', async () => {
      const again = await Promise.all([1, 2].map(() => prepareServiceLogin(database.url)));
      expect(again).to.deep.equal([serviceUrl, serviceUrl]);
      expect(serviceUrl).not.to.include(new URL(database.url).password);
    });

    it('shows a session one organization, whatever it resets', async () => {
      const seen = (...settings: string[]) =>
        inSession(serviceUrl, [
          'set role costplane_api',
          ...settings,
          `select (select count(*)::int from costplane.clusters) as clusters,
            array(select name from costplane.organizations) as organizations`,
        ]);
      const set = `set costplane.organization_id = '${ours}'`;
      const own = { clusters: 1, organizations: ['ours'] };
      expect(await seen()).to.deep.equal([{ clusters: 0, organizations: [] }]);
      expect(await seen(set)).to.deep.equal([own]);
      const reset = ['reset role', 'set role none', 'reset session authorization'];
      for (const command of reset) {
        const rows = await seen(set, command).catch(String);
        expect(rows, command).to.equal('error: permission denied for schema costplane');
      }
    });

    const refused = [
      `insert into costplane.organizations (name) values ('new')`,
      `update costplane.clusters set name = 'renamed'`,
      'delete from costplane.clusters',
      'truncate costplane.clusters',
      'drop table costplane.clusters',
      'select * from costplane.api_keys',
      'set role costplane_ingest',
      'set role costplane_owner',
      'set role costplane',
      'set session authorization costplane',
      'alter role costplane_service superuser',
      'create role mine',
      'create schema mine',
      'create table public.mine ()',
      'create temporary table mine ()',
      'select lo_create(0)',
      `copy (select 1) to program 'cat'`,
      `select pg_read_file('PG_VERSION')`,
    ];
    for (const role of ['none', 'costplane_api']) {
      it(`refuses to write and to leave its role, with role ${role}`, async () => {
        for (const statement of refused) {
          const outcome = await inSession(serviceUrl, [
            `set role ${role}`,
            'set default_transaction_read_only = off',
            statement,
          ]).then(() => 'done', String);
          expect(outcome, statement).to.match(
            /^error: (permission denied|must be (owner|superuser))/,
          );
        }
      });
    }

    it('refuses the other databases of the server', async () => {
      for (const name of ['postgres', 'template1']) {
        const url = Object.assign(new URL(serviceUrl), { pathname: `/${name}` }).href;
        const outcome = await query(url, 'select 1').catch(String);
        expect(outcome).to.equal(`error: permission denied for database "${name}"`);
      }
    });
  });
});

async function query(url: string, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The rows of the last of some statements of one session. */
async function inSession(url: string, statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
