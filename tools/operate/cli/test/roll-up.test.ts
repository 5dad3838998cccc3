import { rollUpLedger } from '@costplane/ingest';
import { type Warehouse, openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, isOnCitus, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { begin, costplane, readyDocument, type Running, stop } from './costplane.ts';
import { randomQuestion } from './random-question.ts';
import { random, spendAtRandom } from './random-ledger.ts';

const questionsAsked = 150;
interface Answer {
  rows: unknown[];
}

const tables = ['cluster', 'namespace', 'workload', 'node', 'container'];

describe('costplane rollup', () => {
  let database: TestDatabase;
  let db: Kysely<Warehouse>;
  let service: Running;
  let ask: (question: object) => Promise<Answer>;
  const rollUp = async () => {
    const { json, stderr, code } = await costplane(['rollup', '--json'], {
      env: { DATABASE_URL: database.url },
    });
    expect(code, stderr).to.equal(0);
    return (json() as { periods: number }).periods;
  };

  before(async () => {
    database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    await costplane(['org', 'create', 'acme'], { env });
    const created = await costplane(
      ['key', 'create', '--org', 'acme', '--scope', 'all', '--limit', '1000000', '--json'],
      { env },
    );
    const { key } = created.json() as { key: string };
    db = openWarehouse(database.url, 'ingest');
    await spendAtRandom(db, { seed: 7, from: '2026-03-05', to: '2026-06-20' });
    service = begin(['serve', '--json'], { env });
    const { url } = await readyDocument(service);
    ask = async (question) => {
      const response = await fetch(`${url}/v1/cost-explorer/query`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
      });
      const { data } = (await response.json()) as { data: Answer };
      expect(response.status, JSON.stringify(question)).to.equal(200);
      return data;
    };
  });
  after(async () => {
    await stop(service);
    await db.destroy();
    await database.drop();
  });

  const next = random(11);
  const questions = Array.from({ length: questionsAsked }, () => randomQuestion(next));
  const askAll = async () => {
    const answers = [];
    for (const question of questions) answers.push(await ask(question));
    return answers;
  };
  const expectSame = (answers: readonly unknown[], expected: readonly unknown[]) => {
    for (const [index, answer] of answers.entries()) {
      expect(answer, JSON.stringify(questions[index])).to.eql(expected[index]);
    }
  };
  const emptyPeriods = async (where = sql``) => {
    for (const name of tables) {
      await sql`delete from ${sql.table(`${name}_periods`)} ${where}`.execute(db);
    }
  };

  it('does not change any result of the explorer', async () => {
    const ofDays = await askAll();
    expect(ofDays.filter((answer) => answer.rows.length > 0).length).to.be.greaterThan(50);
    expect(await rollUp()).to.be.greaterThan(0);
    expectSame(await askAll(), ofDays);
    expect(await rollUp()).to.equal(0);
  });

  it('is used by the explorer for whole months', async () => {
    const april = { start_date: '2026-04-01', end_date: '2026-04-30' };
    const before = await ask(april);
    await sql`delete from workload_periods`.execute(db);
    expect(await ask(april)).not.to.eql(before);
    await emptyPeriods();
    expect(await ask(april)).to.eql(before);
    await rollUp();
    expect(await ask(april)).to.eql(before);
  });

  it('is replaced by days where a cluster has no sums', async () => {
    const april = { start_date: '2026-04-01', end_date: '2026-04-30' };
    await rollUp();
    const before = await ask(april);
    await emptyPeriods(sql`where cluster_id = (select min(id::text)::uuid from clusters)`);
    expect(await ask(april)).to.eql(before);
    await sql`delete from workload_periods`.execute(db);
    expect(await ask(april)).not.to.eql(before);
  });

  it('sums the closed days of the current quarter, more of them each day, and its first half', async () => {
    const question = { start_date: '2026-05-20', end_date: '2026-06-15', group_by: 'namespace' };
    await emptyPeriods();
    const ofDays = await ask(question);
    for (const [now, ...lastDays] of [
      ['2026-06-12T00:59:00Z', '2026-06-10'],
      ['2026-06-12T01:00:00Z', '2026-06-11'],
      ['2026-06-13T12:00:00Z', '2026-06-12'],
      ['2026-06-14T12:00:00Z', '2026-06-12', '2026-06-13'],
      ['2026-06-17T12:00:00Z', '2026-06-12', '2026-06-16', '2026-06-16'],
    ] as const) {
      await rollUpLedger(db, { now: new Date(now) });
      const { rows } = await sql`
        select distinct first_day, last_day::text from cluster_periods
        where first_day between '2026-06-09' and '2026-06-20' order by last_day`.execute(db);
      expect(
        (rows as { last_day: string }[]).map(({ last_day }) => last_day),
        now,
      ).to.eql(lastDays);
      expect(await ask(question), now).to.eql(ofDays);
    }
    await rollUp();
  });

  it('is invalidated by a change of a day, and repeated', async () => {
    const count = async () =>
      Number(
        (await sql<{ count: string }>`select count(*) from cluster_periods`.execute(db)).rows[0]
          ?.count,
      );
    const before = await count();
    await db.transaction().execute(async (tx) => {
      const oneCluster = sql`cluster_id = (select id from clusters order by id limit 1)`;
      for (const name of tables) {
        await sql`update ${sql.table(`${name}_days`)}
          set cpu_cost_seconds = cpu_cost_seconds * 3.0000001
          where day = '2026-04-10' and ${oneCluster}`.execute(tx);
        if (!isOnCitus()) continue;
        // Citus has no triggers.
        await sql`delete from ${sql.table(`${name}_periods`)}
          where '2026-04-10' between first_day and last_day and ${oneCluster}`.execute(tx);
      }
    });
    expect(await count()).to.be.lessThan(before);
    const changed = await askAll();
    // The month, and the quarter and its half that the day is in.
    expect(await rollUp()).to.equal(3);
    const again = await askAll();
    await emptyPeriods();
    const ofDays = await askAll();
    expectSame(changed, ofDays);
    expectSame(again, ofDays);
  });

  it('skips an organization that begins to move during the run', async () => {
    const owner = openWarehouse(database.url, 'owner');
    const running = await owner.transaction().execute(async (tx) => {
      for (const { id } of await tx.selectFrom('clusters').select('id').execute()) {
        const name = `ingest ${id}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      }
      let periods = Promise.resolve(-1);
      await new Promise<void>((resolve) => {
        const onProgress = () => {
          resolve();
        };
        periods = rollUpLedger(db, { onProgress });
      });
      await sql`update organizations set is_writable = false`.execute(tx);
      return { periods };
    });
    expect(await running.periods).to.equal(0);
    await sql`update organizations set is_writable = true`.execute(owner);
    await owner.destroy();
    expect(await rollUp()).to.be.greaterThan(0);
  });
});
