import { onOneServer } from '@costplane/plugin-api/listing';
import { expect } from 'chai';
import { Client, Pool } from 'pg';
import { connect } from '../src/connect.ts';
import { DatabaseFailure, explainUnavailable } from '../src/database-failure.ts';
import { Lease, queryThrough } from '../src/lease.ts';
import { openSnapshot } from '../src/ledger-snapshot.ts';
import { openDatabase } from '../src/open-database.ts';
import { SharedPool } from '../src/shared-pool.ts';
import { type RawBuilder, sql } from 'kysely';

const organization = '0f000000-0000-4000-8000-000000000001';
const another = '0f000000-0000-4000-8000-000000000002';
const log = { warn: () => undefined } as unknown as Parameters<typeof connect>[1];

describe('sessions of a distributed warehouse', () => {
  const server = process.env.COSTPLANE_TEST_CITUS_URL ?? '';
  const name = `costplane_test_${process.pid}_sessions`;
  const url = Object.assign(new URL(server || 'postgres://nowhere'), { pathname: `/${name}` }).href;
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  let nodes: readonly string[] = [];
  let pool: Pool;
  let shared: SharedPool;
  const lease = (organizationId: string) =>
    new Lease(shared, { organizationId, keyId: '' }, () => undefined);

  const withoutWorkers = async (workers: readonly string[], work: () => Promise<void>) => {
    for (const worker of workers) {
      await query(worker, `alter database ${name} allow_connections false`);
      await query(worker, endSessions);
    }
    try {
      await work();
    } finally {
      for (const worker of workers)
        await query(worker, `alter database ${name} allow_connections true`);
    }
  };

  before(async function () {
    if (server === '') {
      const skipReason = 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL';
      Object.assign(this.test ?? {}, { skipReason });
      this.skip();
    }
    nodes = await makeWarehouse(server, name);
    pool = connect(url, log, { size: 2 });
    shared = new SharedPool(pool, {
      perOrganization: 2,
      queueLength: 0,
      queueSeconds: 1,
      explain: explainUnavailable,
      maxStatements: 10,
    });
  });
  after(async () => {
    if (nodes.length === 0) return;
    await pool.end();
    const drop = `drop database if exists ${name} with (force)`;
    // Fails while Citus starts a process of its own in the database.
    for (const node of nodes) await query(node, drop).catch(() => query(node, drop));
  });

  it('see only the rows of their organization', async () => {
    for (const [id, seen] of [
      [organization, 20],
      [another, 0],
    ] as const) {
      const leased = await lease(id).connect();
      const { rows } = await leased.query('select count(*) as total from clusters', []);
      leased.release();
      expect(rows).to.deep.equal([{ total: seen }]);
    }
  });

  it('compute on the workers what one server computes once', async () => {
    const db = queryThrough(lease(organization));
    const explain = async (how: RawBuilder<unknown>) => {
      const part = sql`part as ${how} (select id from clusters)`;
      const { rows } = await sql`explain with ${part} select count(*) from part`.execute(db);
      return JSON.stringify(rows);
    };
    expect(await explain(sql`materialized`)).to.include('Distributed Subplan');
    const computedOnce = onOneServer('materialized', 'not materialized');
    expect(await explain(computedOnce)).to.not.include('Distributed Subplan');
  });

  it('see them in a transaction, and no longer after it', async () => {
    const request = lease(organization);
    const leased = await request.connect();
    await leased.query('start transaction isolation level repeatable read', []);
    const count = 'select count(*) as total, current_setting($1) as level from clusters';
    const { rows } = await leased.query(count, ['transaction_isolation']);
    expect(rows).to.deep.equal([{ total: 20, level: 'repeatable read' }]);
    await leased.query('commit', []);
    expect(await request.client.query('select from clusters')).to.have.property('rowCount', 0);
    leased.release();
  });

  it('are left usable by a statement that fails', async () => {
    const leased = await lease(organization).connect();
    const failure = await leased.query('select 1 / 0', []).catch(describeFailure);
    expect(failure).to.equal('division by zero');
    const { rows } = await leased.query('select count(*) as total from clusters', []);
    expect(rows).to.deep.equal([{ total: 20 }]);
    leased.release();
  });

  it('pass the values of an exported query to the workers, whatever characters they contain', async () => {
    const snapshot = await openSnapshot(lease(organization));
    const value = String.raw`'\',x`;
    const rows = sql`select count(*) from clusters where name <> ${value}`;
    const stream = await snapshot.copy(rows);
    expect((await stream.toArray()).join('')).to.equal('20\n');
    await snapshot.close();
  });

  it('are unavailable while a worker is gone, and see its rows again after it', async () => {
    const request = lease(organization);
    const count = async () => {
      const leased = await request.connect();
      try {
        return (await leased.query('select count(*) as total from clusters', [])).rows;
      } finally {
        leased.release();
      }
    };
    await count();
    await withoutWorkers(nodes.slice(-1), async () => {
      for (const attempt of ['first', 'second']) {
        const failure = await count().catch((error: unknown) => error);
        expect(failure, attempt).to.be.instanceOf(DatabaseFailure);
      }
    });
    expect(await count()).to.deep.equal([{ total: 20 }]);
  });

  it('are unavailable if a worker disappears during a transaction', async () => {
    const leased = await lease(organization).connect();
    await leased.query('start transaction', []);
    await leased.query('select count(*) from clusters', []);
    await query(nodes.at(-1) ?? '', endSessions);
    const failure = await leased
      .query(`set local costplane.organization_id = '${organization}'`, [])
      .catch((error: unknown) => error);
    leased.release(true);
    expect(failure).to.be.instanceOf(DatabaseFailure);
  });

  it('reject an organization id that is not a UUID', async () => {
    const leased = await lease("x'; drop table clusters --").connect();
    const failure = await leased.query('select 1', []).catch(describeFailure);
    expect(failure).to.equal('the id of an organization is a UUID');
    leased.release(true);
  });

  it('allow the service to start', async () => {
    expect(await openDatabase(pool, url, 'DATABASE_URL')).to.deep.equal({ cursorSecret: 'secret' });
  });

  const startUnprepared = async () => {
    const unprepared = new Pool({
      connectionString: url,
      options: '-c role=costplane_api -c search_path=costplane',
    });
    const { problem } = (await openDatabase(unprepared, url, 'DATABASE_URL')) as {
      problem?: { what: string };
    };
    await unprepared.end();
    return problem?.what;
  };
  const blind = 'is distributed, and its workers do not see the organization of a request';

  it('prevent the start if workers do not see the organization', async () => {
    expect(await startUnprepared()).to.equal(blind);
  });

  it('allow the service to start without one worker, if the others see the organization', async () => {
    for (const worker of nodes.slice(1)) {
      await withoutWorkers([worker], async () => {
        expect(await openDatabase(pool, url, 'DATABASE_URL'), worker).to.deep.equal({
          cursorSecret: 'secret',
        });
        expect(await startUnprepared(), worker).to.equal(blind);
      });
    }
  });

  it('prevent the start while all workers are gone', async () => {
    await withoutWorkers(nodes.slice(1), async () => {
      const state = await openDatabase(pool, url, 'DATABASE_URL');
      expect(state).to.deep.include({ isUnreachable: true });
    });
    expect(await openDatabase(pool, url, 'DATABASE_URL')).to.deep.equal({ cursorSecret: 'secret' });
  });
});

const describeFailure = (error: unknown) => (error as Error).message;

/** Of 20 clusters of one organization, on every server of Citus. */
async function makeWarehouse(server: string, name: string): Promise<string[]> {
  const found = await query(server, 'select nodename, nodeport from pg_dist_node order by groupid');
  const on = (database: string) =>
    found.map(({ nodename, nodeport }) =>
      Object.assign(new URL(server), { hostname: nodename, port: nodeport, pathname: database }),
    );
  for (const node of on('postgres')) await query(node.href, `create database ${name}`);
  for (const node of on(name)) await query(node.href, 'create extension citus');
  const coordinatorUrl = on(name)[0]?.href ?? '';
  for (const [index, { hostname, port }] of on(name).entries()) {
    const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await query(coordinatorUrl, `select ${add}('${hostname}', ${port})`);
  }
  await query(coordinatorUrl, warehouse);
  return on('postgres').map(({ href }) => href);
}

const warehouse = `
  do $$ begin create role costplane_api login; exception when duplicate_object then null; end $$;
  alter role costplane_api login;
  create schema costplane;
  grant usage on schema costplane to costplane_api;
  set search_path = costplane;
  create table settings (name text primary key, value text);
  insert into settings values ('cursor_signing_secret', 'secret');
  select create_reference_table('settings');
  create table clusters (organization_id uuid, id uuid, name text, primary key (organization_id, id));
  alter table clusters enable row level security;
  create policy confine_api on clusters for select to costplane_api
    using (organization_id = nullif(current_setting('costplane.organization_id', true), '')::uuid);
  grant select on settings, clusters to costplane_api;
  select create_distributed_table('clusters', 'id');
  insert into clusters select '${organization}', gen_random_uuid(), n::text from generate_series(1, 20) n`;

async function query(url: string, text: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
