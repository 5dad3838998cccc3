import { expect } from 'chai';
import { sql, type Kysely, type Transaction } from 'kysely';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '../src/testing.ts';

const acme = '10000000-0000-4000-8000-000000000001';
const rival = '20000000-0000-4000-8000-000000000002';
const north = '10000000-0000-4000-8000-00000000000a';
const south = '10000000-0000-4000-8000-00000000000b';
const west = '20000000-0000-4000-8000-00000000000c';

type Db = Kysely<Warehouse> | Transaction<Warehouse>;

describe('The data version of the service', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  before(async function () {
    database = await createTestDatabase();
    db = openWarehouse(database.url, 'owner');
    skipOnCitus(this, 'there is no data version');
    await db
      .insertInto('organizations')
      .values([
        { id: acme, name: 'acme' },
        { id: rival, name: 'rival' },
      ])
      .execute();
    for (const [organization, id] of [
      [acme, north],
      [acme, south],
      [rival, west],
    ] as const) {
      await db
        .insertInto('clusters')
        .values({ organization_id: organization, id, name: id })
        .execute();
    }
  });
  after(async () => {
    await db.destroy();
    await database.drop();
  });

  async function readVersion(organization: string, clusters: string[] | null): Promise<string> {
    const { rows } = await sql<{ version: string }>`
      select read_version(${organization}::uuid, ${clusters}::uuid[]) as version`.execute(db);
    return rows[0]!.version;
  }

  const scopes = {
    acme: [acme, null],
    north: [acme, [north]],
    south: [acme, [south]],
    none: [acme, []],
    rival: [rival, null],
  } as const;

  /** The scopes whose version changes with what is written. */
  async function changedBy(write: () => Promise<unknown>): Promise<string[]> {
    const read = () =>
      Promise.all(
        Object.values(scopes).map(([organization, clusters]) =>
          readVersion(organization, clusters && [...clusters]),
        ),
      );
    const before = await read();
    await write();
    const after = await read();
    return Object.keys(scopes).filter((_, index) => before[index] !== after[index]);
  }

  const all = Object.keys(scopes);
  const addTeam = (to: Db, organization: string, name: string) =>
    to.insertInto('teams').values({ organization_id: organization, name }).execute();
  const touch = (to: Db, cluster: string) =>
    to.updateTable('clusters').set({ region: 'r' }).where('id', '=', cluster).execute();
  const writeState = (to: Db) =>
    sql`update namespaces set pods = pods where cluster_id = ${north}`.execute(to);

  /** Writes as the report of a cluster does. */
  const inCluster = (cluster: string, write: (tx: Transaction<Warehouse>) => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('costplane.writes_to', ${`${acme}/${cluster}`}, true)`.execute(
        tx,
      );
      await write(tx);
    });

  it('is watched by triggers on every table that the service may read', async () => {
    const { rows } = await sql<{ name: string; events: number }>`
      select c.relname as name, (
        select bit_or(tgtype) from pg_trigger where tgrelid = c.oid and tgname like 'version\\_%'
      )::int as events
      from pg_class c
      where c.relnamespace = 'costplane'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not c.relispartition and c.relname <> 'settings'
        -- Sums of watched rows: they change no answer.
        and c.relname not like '%\\_periods'
        -- Written by triggers of watched tables alone.
        and c.relname <> 'former_ranks'
        and has_table_privilege('costplane_api', c.oid, 'select')`.execute(db);
    // Bits of tgtype: insert 4, delete 8, update 16, truncate 32.
    const isWatched = ({ name, events }: (typeof rows)[number]) =>
      name === 'organizations' ? (events & 48) === 48 : (events & 60) === 60;
    expect(rows).to.have.length.above(20);
    expect(rows.filter((row) => !isWatched(row))).to.eql([]);
  });

  it("changes for a key that sees the cluster, with the cluster's row", async () => {
    expect(await changedBy(() => touch(db, north))).to.eql(['acme', 'north']);
    expect(await changedBy(() => touch(db, west))).to.eql(['rival']);
  });

  it('changes for all keys of an organization with its own data', async () => {
    const own = ['acme', 'north', 'south', 'none'];
    expect(await changedBy(() => addTeam(db, acme, 'one'))).to.eql(own);
    expect(await changedBy(() => inCluster(north, (tx) => addTeam(tx, acme, 'two')))).to.eql(own);
    const rename = () => db.updateTable('organizations').set({ domain: 'a.b' }).execute();
    expect(await changedBy(rename)).to.eql(all);
    const add = () =>
      db.insertInto('clusters').values({ organization_id: acme, name: 'new' }).execute();
    expect(await changedBy(add)).to.eql(own);
    const remove = () => db.deleteFrom('clusters').where('name', '=', 'new').execute();
    expect(await changedBy(remove)).to.include.members(own);
  });

  it('changes for a cluster with its reports, and for all with other writes', async () => {
    expect(await changedBy(() => inCluster(north, writeState))).to.eql(['acme', 'north']);
    expect(await changedBy(() => writeState(db))).to.eql(all);
    expect(await changedBy(() => sql`truncate workload_hours`.execute(db))).to.eql(all);
  });

  it('changes with recommendations and assignments', async () => {
    const recommend = (to: Db) =>
      sql`insert into recommendations (organization_id, cluster_id, resource_type, resource_uid,
          resource_name, title, risk_level, estimated_savings_hourly)
        values (${acme}, ${north}, 'workload', gen_random_uuid(), 'w', 't', 'low', 1)`.execute(to);
    expect(await changedBy(() => recommend(db))).to.eql(['acme', 'north']);
    const dismiss = () => db.updateTable('recommendations').set({ status: 'dismissed' }).execute();
    expect(await changedBy(dismiss)).to.eql(['acme', 'north']);
    const assign = () =>
      sql`insert into team_assignments (organization_id, team_id, cluster_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select organization_id, id, ${south}, 'namespace', 'n', 'n', 'n', 100, 'manual'
        from teams where name = 'one'`.execute(db);
    expect(await changedBy(assign)).to.include.members(['acme', 'south']);
  });

  it('does not change without a change, or with one that is rolled back', async () => {
    const nothing = () =>
      inCluster(north, (tx) => tx.deleteFrom('teams').where('name', '=', 'nobody').execute());
    expect(await changedBy(nothing)).to.eql([]);
    const fail = () =>
      inCluster(north, async (tx) => {
        await writeState(tx);
        throw new Error('rolled back');
      }).catch(() => undefined);
    expect(await changedBy(fail)).to.eql([]);
  });

  it('appears together with the data', async () => {
    const before = await readVersion(acme, null);
    await inCluster(north, async (tx) => {
      await writeState(tx);
      expect(await readVersion(acme, null)).to.equal(before);
    });
    expect(await readVersion(acme, null)).to.not.equal(before);
  });

  it('is new after a savepoint that is rolled back, too', async () => {
    const write = () =>
      inCluster(north, async (tx) => {
        await sql`savepoint try`.execute(tx);
        await writeState(tx);
        await sql`rollback to try`.execute(tx);
        await writeState(tx);
      });
    expect(await changedBy(write)).to.eql(['acme', 'north']);
  });

  it('does not block reports by other clusters or recommendations', async () => {
    await inCluster(north, async (tx) => {
      await writeState(tx);
      await addTeam(tx, acme, 'of north');
      await inCluster(south, async (other) => {
        await sql`set local lock_timeout = '2s'`.execute(other);
        await writeState(other);
        await addTeam(other, acme, 'of south');
        await touch(other, south);
      });
      await db.transaction().execute(async (other) => {
        await sql`set local lock_timeout = '2s'`.execute(other);
        await other.updateTable('recommendations').set({ title: 'other' }).execute();
      });
    });
  });

  it('lets an organization be deleted with all that it has', async () => {
    const remove = () => db.deleteFrom('organizations').where('id', '=', rival).execute();
    expect(await changedBy(remove)).to.include('rival');
    const rows = db.selectFrom('versions').selectAll().where('organization_id', '=', rival);
    expect(await rows.execute()).to.eql([]);
  });
});
