import { expect } from 'chai';
import { Client } from 'pg';
import { migrateWarehouse } from '../src/index.ts';
import {
  createTestDatabase,
  isOnCitus,
  skipWithoutCitus,
  type TestDatabase,
} from '../src/testing.ts';
import { connectionOptions, openPool } from '../src/connect.ts';
import { endOtherSessions, requireEndableSessions } from '../src/distribute.ts';
import { makeRolesOnWorkers } from '../src/roles.ts';
import {
  createEmptyDatabase as createDatabaseOnNodes,
  listNodes,
  onEveryNode,
} from '../src/testing/nodes.ts';
import { databaseUrl } from '../src/testing/on-server.ts';
import { createEmptyDatabase, type EmptyDatabase } from './empty-database.ts';
import { catchFailure } from './catch-failure.ts';

describe('migrateWarehouse with distribute', () => {
  let plain: EmptyDatabase;
  beforeEach(async () => (plain = await createEmptyDatabase()));
  afterEach(() => plain.drop());

  it('names what a database without Citus lacks, and changes nothing', async () => {
    const { host, pathname } = new URL(plain.url);
    const failure = await catchFailure(migrateWarehouse(plain.url, { distribute: true }));
    expect(failure).to.equal(
      `The database at ${host}${pathname} has no Citus; ` +
        'run "create extension citus" in it on every server',
    );
    expect(await query(plain.url, `select to_regnamespace('costplane') as schema`)).to.deep.equal([
      { schema: null },
    ]);
  });

  it('can be limited to databases with Citus', async () => {
    const { applied, distributed } = await migrateWarehouse(plain.url, { distribute: 'ifCitus' });
    expect(applied).not.to.eql([]);
    expect(distributed).to.eql([]);
  });

  it('names the missing workers', async function () {
    if (!isOnCitus()) return skipWithoutCitus(this);
    await query(plain.url, 'create extension citus');
    const { host, pathname } = new URL(plain.url);
    const failure = await catchFailure(migrateWarehouse(plain.url, { distribute: true }));
    expect(failure).to.equal(
      `Citus at ${host}${pathname} has no workers; ` +
        'add them with citus_set_coordinator_host and citus_add_node',
    );
  });

  it('does not distribute tables by default, even with Citus', async function () {
    if (!isOnCitus()) return skipWithoutCitus(this);
    await query(plain.url, 'create extension citus');
    await migrateWarehouse(plain.url);
    expect(await query(plain.url, 'select logicalrelid from pg_dist_partition')).to.deep.equal([]);
  });
});

describe('the sessions of other processes', () => {
  it('must be ended by a user who may end them, or before the tables are distributed', async () => {
    const plain = await createEmptyDatabase();
    const name = new URL(plain.url).pathname.slice(1);
    const user = `${name}_service`;
    await query(plain.url, `create role ${user} login password 'plain'`);
    const service = new Client({
      connectionString: Object.assign(new URL(plain.url), { username: user, password: 'plain' })
        .href,
      application_name: 'costplane',
    });
    service.on('error', () => undefined);
    await service.connect();
    const url = await plain.asPlainOwner();
    const login = openPool<unknown>(url, { ...connectionOptions(url, null), max: 1 });
    try {
      const failure = await catchFailure(requireEndableSessions(login));
      expect(failure).to.include(`may not end those of ${user}; stop the processes of these users`);
      expect(failure).to.match(new RegExp(` grant pg_signal_backend to ${name}_user$`));
      await endOtherSessions(login, 0);
      expect((await service.query('select 1')).rowCount).to.equal(1);

      await query(plain.url, `grant pg_signal_backend to ${name}_user`);
      await requireEndableSessions(login);
      await endOtherSessions(login, 0);
      const answer = service.query('select 1').then(
        () => 'answered',
        () => 'ended',
      );
      expect(await answer).to.equal('ended');
    } finally {
      await login.destroy();
      await service.end();
      await query(plain.url, `drop role ${user}`);
      await plain.drop();
    }
  });
});

describe('a distributed warehouse', () => {
  let database: TestDatabase;
  before(async function () {
    database = await createTestDatabase();
    if (!isOnCitus()) skipWithoutCitus(this);
  });
  after(() => database.drop());

  it('has every table with a cluster on the cluster’s server, and the others on all', async () => {
    const tables = await query(
      database.url,
      `select relname as name, coalesce(citus_table_type::text, 'local') as type,
        distribution_column as "column", colocation_id = (
          select colocation_id from citus_tables where table_name = 'costplane.clusters'::regclass
        ) as "isWithClusters"
      from pg_class left join citus_tables on table_name = pg_class.oid
      where relnamespace = 'costplane'::regnamespace and relkind in ('r', 'p')
        and not relispartition
        and (citus_table_type is distinct from 'distributed' or relname = 'clusters' or not exists (
          select from pg_attribute where attrelid = pg_class.oid and attname = 'cluster_id'
        ))
      order by name`,
    );
    const reference = { type: 'reference', column: '<none>', isWithClusters: false };
    const local = { type: 'local', column: null, isWithClusters: null };
    expect(tables).to.deep.equal([
      { name: 'agent_tokens', ...reference },
      { name: 'api_keys', ...reference },
      { name: 'archived_months', ...reference },
      { name: 'clusters', type: 'distributed', column: 'id', isWithClusters: true },
      { name: 'credential_homes', ...reference },
      { name: 'departments', ...reference },
      { name: 'kysely_migration', ...local },
      { name: 'kysely_migration_lock', ...local },
      { name: 'organization_homes', ...reference },
      { name: 'organizations', ...reference },
      { name: 'price_books', ...reference },
      { name: 'settings', ...reference },
      { name: 'teams', ...reference },
      { name: 'versions', ...local },
    ]);
    const others = await query(
      database.url,
      `select table_name::text as name from citus_tables
      where citus_table_type = 'distributed' and colocation_id <> (
        select colocation_id from citus_tables where table_name = 'costplane.clusters'::regclass)`,
    );
    expect(others).to.deep.equal([]);
  });

  it('rejects older sessions, from which workers would hide all rows', async () => {
    const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
    const name = `${new URL(database.url).pathname.slice(1)}_later`;
    const url = databaseUrl(server, name);
    await createDatabaseOnNodes(server, name);
    await migrateWarehouse(url);
    const session = new Client({ connectionString: url });
    session.on('error', () => undefined);
    await session.connect();
    await migrateWarehouse(url, { distribute: true });
    const answer = session.query('select 1').then(
      () => 'answered',
      () => 'ended',
    );
    expect(await answer).to.equal('ended');
    await onEveryNode(server, `drop database ${name} with (force)`);
  });

  it('is refused to a user who may not end the sessions of a service, before anything changes', async () => {
    const server = process.env.COSTPLANE_TEST_DATABASE_URL ?? '';
    const name = `${new URL(database.url).pathname.slice(1)}_refused`;
    const url = databaseUrl(server, name);
    await createDatabaseOnNodes(server, name);
    await query(url, `create role ${name} login createrole password 'plain'`);
    const session = new Client({ connectionString: url, application_name: 'costplane' });
    await session.connect();
    const asUser = Object.assign(new URL(url), { username: name, password: 'plain' }).href;
    const failure = await catchFailure(migrateWarehouse(asUser, { distribute: true }));
    expect(failure).to.match(/^Sessions that started before the tables are distributed would see/);
    expect((await session.query(`select to_regnamespace('costplane') as schema`)).rows).to.eql([
      { schema: null },
    ]);
    await session.end();
    await onEveryNode(server, `drop database ${name} with (force)`, `drop role if exists ${name}`);
  });

  it('gets the roles that its workers do not have', async () => {
    const nodes = await listNodes(process.env.COSTPLANE_TEST_DATABASE_URL ?? '');
    const worker = nodes.at(-1)!;
    const role = new URL(database.url).pathname.slice(1);
    const coordinator = openPool<unknown>(database.url, connectionOptions(database.url, null));
    try {
      await makeRolesOnWorkers(coordinator, [role]);
      expect(
        await query(worker, `select rolcanlogin from pg_roles where rolname = '${role}'`),
      ).to.deep.equal([{ rolcanlogin: true }]);
    } finally {
      await coordinator.destroy();
      for (const node of nodes) await query(node, `drop role if exists ${role}`);
    }
  });

  it('is not distributed a second time', async () => {
    const again = await migrateWarehouse(database.url, { distribute: true });
    expect(again).to.deep.equal({ applied: [], distributed: [] });
  });

  it('distributes tables of later migrations', async () => {
    await query(
      database.url,
      `set role costplane_owner;
      create table costplane.later (
        organization_id uuid, cluster_id uuid not null, foreign key (organization_id, cluster_id)
          references costplane.clusters (organization_id, id)
      )`,
    );
    const { distributed } = await migrateWarehouse(database.url);
    expect(distributed).to.deep.equal(['later']);
  });

  it('keeps the time zone of workers at UTC', async () => {
    const settings = await query(
      database.url,
      `select distinct rolname as role from pg_roles
      where rolname like 'costplane%' and 'TimeZone=UTC' = any (rolconfig) order by role`,
    );
    expect(settings).to.have.length(3);
  });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const result: unknown = await client.query(text);
    const last = Array.isArray(result) ? (result.at(-1) as unknown) : result;
    return (last as { rows: unknown[] }).rows;
  } finally {
    await client.end();
  }
}
