import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { type Pool } from 'pg';
import { connect, explainUnavailable, RequestDatabases, SharedPool } from '@costplane/reader';
import { type Logger } from '@costplane/plugin-api';
import { skipOnCitus } from '../src/skip-on-citus.ts';
import { createTestDatabase, type TestDatabase } from '../src/test-database.ts';

const nothing = () => undefined;
const log = { warn: nothing } as unknown as Logger;
const acme = '11111111-1111-4111-8111-111111111111';
const umbrella = '22222222-2222-4222-8222-222222222222';

type Run = (db: Kysely<unknown>) => Promise<unknown>;

const runs =
  (...statements: string[]): Run =>
  (db) =>
    db.connection().execute(async (one) => {
      for (const statement of statements) await sql.raw(statement).execute(one);
    });

const changes: [what: string, run: Run][] = [
  ...[
    'set role none',
    '/* a comment */ SET session authorization default',
    "set work_mem = '99MB'",
    'set session characteristics as transaction read write',
    'reset all',
    'discard all',
    `set costplane.organization_id = '${umbrella}'`,
    "select set_config('work_mem', '99MB', false)",
    `select set_config('costplane.organization_id', '${umbrella}', false)`,
    "select set_config('work_mem', concat('99', (select 'MB')), false)",
    `select pg_catalog."set_config"('work_mem', '99MB', false)`,
    'select set_config($$work_mem$$, $$99MB$$, false), set_config($$jit$$, $$off$$, true)',
    'prepare left_behind as select 1',
    'listen left_behind',
    "do $$ begin perform set_config('work_mem', '99MB', false); end $$",
  ].map((statement): [string, Run] => [statement, runs(statement)]),
  ['a cursor with hold', runs('begin', 'declare c cursor with hold for select 1', 'commit')],
  [
    'the same with a comment',
    runs('begin', 'declare c cursor with/**/hold for select 1', 'commit'),
  ],
  ['set within a transaction', runs('begin', "set work_mem = '99MB'", 'commit')],
  ['begin, and no end', runs('begin')],
];

const readings: [what: string, run: Run][] = [
  ['select', runs('select 1')],
  ['with', runs('with a as (select 1) select * from a')],
  ['values', runs('values (1)')],
  ['a transaction', (db) => db.transaction().execute((view) => sql`select 1`.execute(view))],
  [
    'a setting for a transaction',
    (db) =>
      db
        .transaction()
        .execute((view) => sql`select set_config(${'work_mem'}, ${'99MB'}, true)`.execute(view)),
  ],
  ['a cursor', runs('begin', 'declare c cursor for select 1', 'fetch c', 'close c', 'commit')],
  ['a cursor that is left open', runs('begin', 'declare c cursor for select 1', 'commit')],
  ['savepoints', runs('begin', 'savepoint a', 'rollback to a', 'release a', 'commit')],
  ['a statement that fails', (db) => sql`select 1 / 0`.execute(db).catch(nothing)],
];

describe('a session of the service', () => {
  let database: TestDatabase;
  let pool: Pool;
  let shared: SharedPool;
  before(async () => {
    database = await createTestDatabase();
    pool = connect(database.url, log, { size: 1 });
    shared = new SharedPool(pool, {
      perOrganization: 1,
      queueLength: 10,
      queueSeconds: 10,
      explain: explainUnavailable,
      maxStatements: 10,
    });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const during = async <T>(organization: string, run: (db: Kysely<unknown>) => Promise<T>) => {
    const pools = { state: shared, queries: shared, streams: shared };
    const databases = new RequestDatabases(
      pools,
      { organizationId: organization, keyId: '' },
      nothing,
    );
    try {
      return await run(databases.state);
    } finally {
      databases.close();
    }
  };
  const look = async (db: Kysely<unknown>) => {
    const { rows } = await sql<Record<string, unknown>>`
      select pg_backend_pid() as pid, current_user::text as role,
        current_setting('costplane.organization_id') as organization,
        current_setting('work_mem') as memory,
        current_setting('transaction_read_only') as read_only,
        (select count(*) from pg_prepared_statements where name = 'left_behind')
          + (select count(*) from pg_listening_channels())
          + (select count(*) from pg_cursors where is_holdable) as left_behind`.execute(db);
    const [{ pid, ...session } = { pid: 0 }] = rows;
    return { pid, session };
  };
  const unchanged = (organization: string) => ({
    role: 'costplane_api',
    organization,
    memory: '4MB',
    read_only: 'on',
    left_behind: 0,
  });

  for (const [what, run] of changes) {
    it(`is closed after a request that may have changed its settings: ${what}`, async function () {
      if (what === 'discard all') skipOnCitus(this, 'every statement runs in a transaction');
      const before = await during(acme, look);
      await during(acme, run);
      const own = await during(acme, look);
      const other = await during(umbrella, look);
      expect(own.session).to.eql(unchanged(acme));
      expect(other.session).to.eql(unchanged(umbrella));
      expect(own.pid).to.not.equal(before.pid);
    });
  }

  for (const [what, run] of readings) {
    it(`serves the next request after one that only read: ${what}`, async () => {
      const before = await during(acme, look);
      await during(acme, run);
      const after = await during(umbrella, look);
      expect(after).to.eql({ pid: before.pid, session: unchanged(umbrella) });
    });
  }

  for (const statement of ['select 1; set role none', 'select 1; select 2']) {
    it(`accepts one statement at a time: ${statement}`, async () => {
      const failure = await during(acme, runs(statement)).catch((error: unknown) => error);
      expect(failure).to.have.property('code', '42601');
    });
  }
});
