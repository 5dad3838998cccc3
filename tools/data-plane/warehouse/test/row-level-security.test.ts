import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { type Kysely } from 'kysely';
import { sql } from 'kysely';
import { openWarehouse, type Warehouse, type WarehouseRole } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const mine = '10000000-0000-4000-8000-000000000001';
const theirs = '20000000-0000-4000-8000-000000000002';
const closed = '30000000-0000-4000-8000-000000000003';
const hash = (key: string) => createHash('sha256').update(key).digest();

describe('The roles of the warehouse', () => {
  let database: TestDatabase;
  const open: Kysely<Warehouse>[] = [];
  const as = (role: WarehouseRole) => {
    const db = openWarehouse(database.url, role);
    open.push(db);
    return db;
  };

  before(async () => {
    database = await createTestDatabase();
    const owner = as('owner');
    await owner
      .insertInto('organizations')
      .values([
        { id: mine, name: 'mine' },
        { id: theirs, name: 'theirs' },
        { id: closed, name: 'closed', is_active: false },
      ])
      .execute();
    await owner
      .insertInto('api_keys')
      .values([
        key(mine, 'good'),
        { ...key(mine, 'revoked'), revoked_at: new Date() },
        key(closed, 'closed'),
      ])
      .execute();
    await as('ingest')
      .insertInto('clusters')
      .values([
        { organization_id: mine, name: 'my cluster', compute_cpu_hourly: '0.12345' },
        { organization_id: theirs, name: 'their cluster' },
      ])
      .execute();
  });
  afterEach(() => Promise.all(open.splice(0).map((db) => db.destroy())));
  after(() => database.drop());

  describe('costplane_api', () => {
    it('sees no row of any tenant table before an organization is set', async () => {
      const api = as('api');
      for (const table of ['organizations', 'clusters'] as const) {
        expect(await api.selectFrom(table).selectAll().execute()).to.deep.equal([]);
      }
    });

    it('sees only rows of the organization that its connection is set to', async () => {
      const names = await asOrganization(as('api'), mine, async (db) => ({
        organizations: await db.selectFrom('organizations').select('name').execute(),
        clusters: await db.selectFrom('clusters').select('name').execute(),
      }));
      expect(names).to.deep.equal({
        organizations: [{ name: 'mine' }],
        clusters: [{ name: 'my cluster' }],
      });
    });

    it('is refused every kind of write', async () => {
      const writes = [
        `insert into clusters (organization_id, name) values ('${mine}', 'new')`,
        `update clusters set name = 'renamed'`,
        `delete from clusters`,
        `truncate clusters`,
        `update organizations set name = 'renamed'`,
        `create table mine (id int)`,
      ];
      for (const write of writes) {
        const refusal = await asOrganization(as('api'), mine, (db) => catchRefusal(db, write));
        expect(refusal, write).to.match(/^permission denied/);
      }
    });

    it('cannot read keys or agent tokens', async () => {
      for (const table of ['api_keys', 'agent_tokens']) {
        expect(await catchRefusal(as('api'), `select * from ${table}`)).to.equal(
          `permission denied for table ${table}`,
        );
      }
    });

    it('learns the organization of a key by its hash', async () => {
      const answer = await authenticate(as('api'), 'good');
      expect(answer).to.have.length(1);
      expect(answer[0]).to.include({ organization_id: mine, currency: 'USD' });
      expect(answer[0]).to.have.deep.property('scopes', ['clusters:read']);
    });

    for (const [name, meaning] of [
      ['revoked', 'a revoked key'],
      ['closed', 'a key of an inactive organization'],
      ['unknown', 'an unknown key'],
    ] as const) {
      it(`gets nothing from ${meaning}`, async () => {
        expect(await authenticate(as('api'), name)).to.deep.equal([]);
      });
    }
  });

  describe('costplane_ingest', () => {
    it('reads and writes clusters of every organization', async () => {
      const ingest = as('ingest');
      await ingest.updateTable('clusters').set({ provider: 'aws' }).execute();
      expect(
        await ingest.selectFrom('clusters').select(['name', 'provider']).orderBy('name').execute(),
      ).to.deep.equal([
        { name: 'my cluster', provider: 'aws' },
        { name: 'their cluster', provider: 'aws' },
      ]);
    });

    for (const table of ['api_keys', 'agent_tokens', 'settings']) {
      it(`cannot read ${table}`, async () => {
        expect(await catchRefusal(as('ingest'), `select * from ${table}`)).to.equal(
          `permission denied for table ${table}`,
        );
      });
    }

    it('cannot look up keys', async () => {
      expect(await catchRefusal(as('ingest'), `select * from authenticate('\\x00')`)).to.equal(
        'permission denied for function authenticate',
      );
    });
  });

  it('keep a run rate exact, and rank it by the four decimals that a client sees', async () => {
    const rows = await as('owner')
      .selectFrom('clusters')
      .select(['run_rate_legacy_hourly', 'run_rate_legacy_rank'])
      .orderBy('name')
      .execute();
    expect(rows).to.deep.equal([
      { run_rate_legacy_hourly: '0.12345', run_rate_legacy_rank: '-1235' },
      { run_rate_legacy_hourly: null, run_rate_legacy_rank: '1' },
    ]);
  });
});

function key(organizationId: string, name: string) {
  return {
    organization_id: organizationId,
    name,
    key_hash: hash(name),
    key_hint: name,
    scopes: ['clusters:read'],
  };
}

async function authenticate(db: Kysely<Warehouse>, name: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from authenticate(${hash(name)})`.execute(db);
  return rows;
}

/** As the service does where rows are on workers of Citus, which see the settings of a transaction alone. */
async function asOrganization<Result>(
  db: Kysely<Warehouse>,
  organizationId: string,
  work: (db: Kysely<Warehouse>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection);
    await sql`set local citus.propagate_set_commands = local`.execute(connection);
    await sql`set local costplane.organization_id = ${sql.lit(organizationId)}`.execute(connection);
    const result = await work(connection);
    await sql`rollback`.execute(connection);
    return result;
  });
}

async function catchRefusal(db: Kysely<Warehouse>, statement: string): Promise<string> {
  return sql
    .raw(statement)
    .execute(db)
    .then(
      () => 'It was not refused',
      (error: unknown) => (error as Error).message,
    );
}
