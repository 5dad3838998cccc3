import { expect } from 'chai';
import { sql } from 'kysely';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOwnerSession } from '../src/connect.ts';
import { deleteMovedOrganization, moveOrganization, openWarehouse } from '../src/index.ts';
import { copyUntilSame } from '../src/move/copy-organization.ts';
import { readTenantTables } from '../src/move/tenant-tables.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';
import { onServer } from '../src/testing/on-server.ts';
import { catchFailure } from './catch-failure.ts';

const organization = { id: '10000000-0000-4000-8000-000000000001', name: 'acme' };
const book = 51;

describe('Moving an organization', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  beforeEach(async () => {
    [source, target] = [await createTestDatabase(), await createTestDatabase()];
    await run(source, `insert into organizations (id, name) values ('${organization.id}', 'acme')`);
    await run(
      source,
      `insert into price_books (id, organization_id, valid_from) overriding system value
        values (${book}, '${organization.id}', '2026-01-01')`,
    );
  });
  afterEach(async () => {
    await source.drop();
    await target.drop();
  });

  async function run({ url }: TestDatabase, statement: string) {
    const db = openWarehouse(url, 'owner');
    try {
      return (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
    } finally {
      await db.destroy();
    }
  }
  const moveTo = (to: string) =>
    moveOrganization({
      organization,
      from: source.url,
      to,
      announce: () => Promise.resolve(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });

  /** A cluster with a row of the ledger in each of two months. */
  const insertHours = async () => {
    await run(source, `select prepare_ledger_months('2026-01-01', '2026-02-28')`);
    await run(
      source,
      `insert into clusters (organization_id, name) values ('${organization.id}', 'north')`,
    );
    await run(
      source,
      `insert into cluster_hours (organization_id, cluster_id, hour, seconds, covered,
        is_compute_partial, is_storage_partial)
      select organization_id, id, hour::timestamptz, 60, '{}', false, false
      from clusters, unnest(array['2026-01-10T00:00Z', '2026-02-10T00:00Z']) as hour`,
    );
  };

  it('refuses to move to, or to delete from, the same database under another URL', async () => {
    const alias = new URL(source.url);
    alias.searchParams.set('application_name', 'alias');
    const given = { organizationId: organization.id, home: source.url, left: alias.href };
    for (const refused of [moveTo(alias.href), deleteMovedOrganization(given)]) {
      expect(await catchFailure(refused)).to.match(
        /^Two of the configured database URLs lead to the same database; correct one/,
      );
    }
    expect(await run(source, 'select is_home, is_writable from organizations')).to.eql([
      { is_home: true, is_writable: true },
    ]);
  });

  it('needs no more privileges than create-logins.sql grants', async () => {
    const file = '../../../operate/packaging/container/postgres/create-logins.sql';
    const logins = await readFile(join(import.meta.dirname, file), 'utf8');
    const name = new URL(target.url).pathname.slice(1);
    const statements = [...logins.matchAll(/^(\w+) .*temporary on database costplane (.*);/gm)];
    expect(statements).to.have.length(2);
    for (const [, verb, to] of statements) {
      await onServer(target.url, (client) =>
        client.query(`${verb} temporary on database ${name} ${to}`),
      );
    }
    await moveTo(target.url);
    expect(await run(target, 'select name from organizations')).to.eql([{ name: 'acme' }]);
  });

  it('changes nothing if the directory is a backup from before a move', async () => {
    await moveTo(target.url);
    await run(
      target,
      `insert into departments (organization_id, name) values ('${organization.id}', 'newer')`,
    );
    await run(source, 'update organizations set is_home = true');
    const refusal =
      /^The organization is at home on two databases, .* neither was overwritten or deleted; /;
    expect(await catchFailure(moveTo(target.url))).to.match(refusal);
    const given = { organizationId: organization.id, home: source.url, left: target.url };
    expect(await catchFailure(deleteMovedOrganization(given))).to.match(refusal);
    expect(await run(target, 'select name from departments')).to.eql([{ name: 'newer' }]);
    expect(await run(target, 'select is_home from organizations')).to.eql([{ is_home: true }]);
  });

  it('creates months on the target without blocking its other organizations for long', async () => {
    await insertHours();
    await onServer(target.url, async (writer) => {
      await writer.query('begin');
      await writer.query('update costplane.clusters set name = name');
      const moving = moveTo(target.url);
      await onServer(target.url, async (other) => {
        await other.query(`set lock_timeout = '2s'`);
        const waiting = `select from pg_locks
          where not granted and relation = 'costplane.clusters'::regclass
            and database = (select oid from pg_database where datname = current_database())`;
        while ((await other.query(waiting)).rowCount === 0) await sleep(5);
        await other.query('update costplane.clusters set name = name where false');
      });
      await writer.query('rollback');
      await moving;
    });
    expect(await run(target, 'select seconds from cluster_hours')).to.eql([
      { seconds: '60' },
      { seconds: '60' },
    ]);
  });

  it('compares months of the ledger that are equal only once while writes are paused', async () => {
    await insertHours();
    await moveTo(target.url);
    await run(source, `update cluster_hours set seconds = 61 where hour >= '2026-02-01'`);
    const pools = [source, target].map(({ url }) => openOwnerSession(url));
    const [from, to] = await Promise.all(pools.map((pool) => pool.connect()));
    const statements: string[] = [];
    const query = from!.query.bind(from);
    Object.assign(from!, {
      query: (...given: unknown[]) => {
        statements.push(String(given[0]));
        return Reflect.apply(query, from, given) as unknown;
      },
    });
    await copyUntilSame({
      source: from!,
      target: to!,
      organizationId: organization.id,
      tables: await readTenantTables(to!),
      signal: new AbortController().signal,
      createMonth: () => Promise.resolve(),
      onCopy: () => undefined,
    });
    for (const client of [from!, to!]) client.release();
    await Promise.all(pools.map((pool) => pool.end()));
    const count = (month: string) =>
      statements.filter(
        (text) => text.includes('from cluster_hours where') && text.includes(`hour >= '${month}'`),
      ).length;
    expect([count('2026-01-01'), count('2026-02-01')]).to.eql([1, 2]);
  });

  it('continues sequences with space for numbers that are taken meanwhile, and never sets them back', async () => {
    const next = `select nextval(pg_get_serial_sequence('price_books', 'id'))::integer as id`;
    await moveTo(target.url);
    expect(await run(target, next)).to.eql([{ id: book + 1_001 }]);
    await run(target, 'update organizations set is_home = false');
    await moveTo(target.url);
    expect(await run(target, next)).to.eql([{ id: book + 1_003 }]);
  });

  it('ignores months of the target that are being dropped', async () => {
    for (const name of ['workload_days_2025_01', 'workload_hours_2025_01_dropped_x']) {
      await run(target, `create table ${name} (like workload_days)`);
    }
    await moveTo(target.url);
    expect(await run(target, 'select is_home from organizations')).to.eql([{ is_home: true }]);
  });

  it('requires the same price books for all organizations, also when writes are paused', async () => {
    const set = (from: string, text: string) =>
      `insert into price_books (valid_from, source, digest)
        values ('${from}', '${text}', sha256('${text}'))`;
    const refusal =
      /^The databases have different price books .* `costplane price set --from TIME`, and prices of single clusters with `--org`;/;
    await run(source, set('2026-03-04T10:22:33.123Z', 'currency: USD\n\n'));
    expect(await catchFailure(moveTo(target.url))).to.match(refusal);
    await run(target, set('2026-03-04T10:22:33.123Z', '# As shown.\ncurrency: USD\n'));

    const later = set('2026-04-01', 'currency: EUR');
    const writer = `hashtextextended('allocation ${organization.id}', 0)`;
    await onServer(source.url, async (client) => {
      await client.query(`select pg_advisory_lock(${writer})`);
      const failure = catchFailure(moveTo(target.url));
      while ((await run(source, 'select is_writable from organizations'))[0]?.is_writable)
        await sleep(20);
      await run(source, later);
      await client.query(`select pg_advisory_unlock(${writer})`);
      expect(await failure).to.match(refusal);
    });
    expect(await run(source, 'select is_home, is_writable from organizations')).to.eql([
      { is_home: true, is_writable: true },
    ]);
    await run(target, later);
    await moveTo(target.url);
  });

  it('forgets on the target that costs were recomputed with its prices for all organizations', async () => {
    for (const database of [source, target]) {
      await run(
        database,
        `insert into price_books (valid_from, source, digest, repriced_at)
          values ('2026-04-01', 'currency: USD', sha256('x'), now())`,
      );
    }
    await moveTo(target.url);
    expect(
      await run(target, 'select repriced_at from price_books where organization_id is null'),
    ).to.eql([{ repriced_at: null }]);
  });

  it('deletes nothing if the home does not have the organization', async () => {
    const given = { organizationId: organization.id, home: target.url, left: source.url };
    expect(await catchFailure(deleteMovedOrganization(given))).to.match(
      /^The database that the directory names does not have the organization/,
    );
    expect(await run(source, 'select is_home from organizations')).to.eql([{ is_home: true }]);
  });
});
