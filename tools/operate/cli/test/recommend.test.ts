import {
  findOrCreateCluster,
  ingestSnapshot,
  parseSnapshot,
  recordUsageMinutes,
  usageOfSnapshot,
} from '@costplane/ingest';
import { demoSnapshot } from '@costplane/sample';
import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { begin, costplane, readyDocument, stop } from './costplane.ts';

const name = 'shop-staging';
const minuteMs = 60_000;
const now = Math.floor(Date.now() / minuteMs) * minuteMs;

interface ClusterRun {
  cluster: string;
  minutes: number;
  new: number;
  updated: number;
  unchanged: number;
  kept_dismissed: number;
}

interface Recommendation {
  id: string;
  kind: string;
  metadata: Record<string, unknown>;
  savings: { estimated_hourly: { amount: string; currency: string } };
}

describe('costplane recommend', () => {
  let database: TestDatabase;
  const run = (...args: string[]) => costplane(args, { env: { DATABASE_URL: database.url } });
  const runs = async (...args: string[]) => {
    const { code, stderr, json } = await run('recommend', '--json', ...args);
    expect(code, stderr).to.equal(0);
    return { runs: json() as ClusterRun[], stderr };
  };

  before(async () => {
    database = await createTestDatabase();
    await run('org', 'create', 'acme');
    await run('org', 'create', 'empty');
    const db = openWarehouse(database.url, 'ingest');
    const { id: organizationId } = await db
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', 'acme')
      .executeTakeFirstOrThrow();
    const cluster = await findOrCreateCluster(db, { organizationId, name });
    await ingestSnapshot(db, { organizationId, cluster, snapshot: snapshotAt(now) });
    await recordUsageMinutes(db, { organizationId, clusterId: cluster.id, minutes: history() });
    await db.destroy();
  });
  after(() => database.drop());

  const snapshotAt = (time: number) =>
    parseSnapshot(JSON.stringify(demoSnapshot(name, new Date(time))));

  /** Of 13 hours, told every ten minutes. */
  function* history() {
    for (let time = now - 13 * 60 * minuteMs; time <= now; time += 10 * minuteMs) {
      const containers = usageOfSnapshot(snapshotAt(time));
      for (let minute = 0; minute < 10; minute += 1) {
        yield { time: new Date(time + minute * minuteMs), containers };
      }
    }
  }

  it('recommends sizes from usage, and reports each cluster', async () => {
    const { runs: first, stderr } = await runs('--org', 'acme');
    expect(stderr).to.equal(`1/1 acme: ${name}\n`);
    expect(first).to.have.length(1);
    expect(first[0]).to.include({ cluster: name, updated: 0, unchanged: 0, kept_dismissed: 0 });
    expect(first[0]?.minutes).to.be.greaterThan(780);
    expect(first[0]?.new).to.be.greaterThan(20);
  });

  it('changes nothing when there is nothing new, and prints a table', async () => {
    const { runs: again } = await runs();
    expect(again[0]).to.include({ minutes: 0, new: 0, updated: 0 });
    const { code, stdout } = await run('recommend', '--org', 'acme');
    expect(code).to.equal(0);
    expect(stdout).to.match(/^CLUSTER +MINUTES +NEW +UPDATED +UNCHANGED +APPLIED +ARCHIVED/);
    expect(stdout).to.match(new RegExp(`^${name} +0 +0 +0 +${String(again[0]?.unchanged)}`, 'm'));
  });

  it('reports that there are no clusters', async () => {
    const { code, stdout, stderr } = await run('recommend', '--org', 'empty');
    expect({ code, stdout, stderr }).to.eql({
      code: 0,
      stdout: '',
      stderr: 'No cluster exists yet\n',
    });
    expect((await run('recommend', '--org', 'empty', '--json')).json()).to.eql([]);
  });

  it('processes the other clusters if one fails, and then fails with its name', async () => {
    const db = openWarehouse(database.url, 'ingest');
    const { organization_id: organizationId } = await db
      .selectFrom('clusters')
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const { id } = await findOrCreateCluster(db, { organizationId, name: 'unreadable' });
    await sql`
      insert into usage_minutes (organization_id, cluster_id, minute, samples)
      values (${organizationId}, ${id}, date_trunc('minute', now()), 'not compressed')`.execute(db);
    const { code, stdout, stderr } = await run('recommend');
    expect(code).to.equal(1);
    expect(stdout).to.match(new RegExp(`^CLUSTER.*\n${name} [^\n]*\n$`));
    expect(stderr).to.match(
      /\nCluster "unreadable" of "acme" failed:\ncostplane: [^\n]+\ncostplane: The analysis of 1 cluster failed\n$/,
    );
    await sql`delete from usage_minutes where cluster_id = ${id}`.execute(db);
    await db.destroy();
  });

  it('refuses an organization that does not exist', async () => {
    const { code, stdout, stderr } = await run('recommend', '--org', 'nobody', '--json');
    expect(stderr).to.match(/^costplane: There is no organization "nobody"; [^\n]+\n$/);
    expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
  });

  describe('and the service', () => {
    let service: ReturnType<typeof begin>;
    let get: (path: string) => Promise<{ data: unknown; meta: Record<string, unknown> }>;

    before(async () => {
      const created = await run(
        'key',
        'create',
        '--org',
        'acme',
        '--scope',
        'all',
        '--limit',
        '10000',
        '--json',
      );
      const { key } = created.json() as { key: string };
      service = begin(['serve', '--json'], {
        env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn' },
      });
      const { url } = await readyDocument(service);
      get = async (path) => {
        const response = await fetch(`${url}${path}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect(response.status, path).to.equal(200);
        return (await response.json()) as { data: unknown; meta: Record<string, unknown> };
      };
    });
    after(() => stop(service));

    const list = async (query = '') =>
      (await get(`/v1/recommendations?limit=500${query}`)).data as Recommendation[];
    const dashboard = async () => {
      const { data } = await get('/v1/organization/dashboard');
      return (data as { savings: unknown }).savings;
    };

    it('show the same recommendations, the largest saving first', async () => {
      const recommendations = await list();
      const { runs: again } = await runs();
      expect(recommendations).to.have.length(again[0]?.unchanged ?? 0);
      const savings = recommendations.map(({ savings: { estimated_hourly } }) =>
        Number(estimated_hourly.amount),
      );
      expect(savings).to.eql([...savings].sort((a, b) => b - a));
      expect(savings[0]).to.be.greaterThan(0);
      for (const { kind, metadata } of recommendations) {
        expect(kind).to.equal('Recommendation');
        expect(metadata).to.include({ recommendation_type: 'workload_rightsizing' });
        expect(metadata.data_points_analyzed).to.be.greaterThan(719);
      }
    });

    it('exclude a dismissed one from the savings, and include it when restored', async () => {
      const [first] = await list();
      const before = await dashboard();
      const { id = '' } = first ?? {};
      const dismissed = await run('recommendation', 'dismiss', id, '--json');
      expect(dismissed.json()).to.include({ id, status: 'dismissed' });
      expect(await dashboard()).to.not.eql(before);
      expect((await list('&status=dismissed')).map((each) => each.id)).to.eql([id]);
      expect((await runs()).runs[0]).to.include({ kept_dismissed: 1, new: 0, updated: 0 });

      const { stdout, code } = await run('recommendation', 'restore', id);
      expect({ stdout, code }).to.eql({
        stdout: `Restored: ${String(first?.metadata.title)}\n`,
        code: 0,
      });
      expect(await dashboard()).to.eql(before);
    });
  });

  describe('dismissal', () => {
    const refusal = async (...args: string[]) => {
      const { code, stdout, stderr } = await run('recommendation', ...args);
      expect({ code, stdout }).to.eql({ code: 1, stdout: '' });
      return stderr;
    };
    const someId = async () => {
      const db = openWarehouse(database.url, 'ingest');
      const { id } = await db
        .selectFrom('recommendations')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      const set = (status: string) =>
        db.updateTable('recommendations').set({ status }).where('id', '=', id).execute();
      return { id, set, close: () => db.destroy() };
    };

    it('is rejected for an invalid or missing id', async () => {
      expect(await refusal('dismiss', 'web')).to.equal(
        'costplane: "web" is not a UUID; see the ids with /v1/recommendations\n',
      );
      const unknown = '00000000-0000-4000-8000-000000000000';
      expect(await refusal('dismiss', unknown)).to.equal(
        `costplane: There is no recommendation with the id ${unknown}; see the ids with /v1/recommendations\n`,
      );
    });

    it('changes nothing if already dismissed or restored, and is rejected if closed', async () => {
      const { id, set, close } = await someId();
      const repeated = async (command: string) => {
        const { code, stderr, json } = await run('recommendation', command, id, '--json');
        expect({ code, stderr }).to.eql({ code: 0, stderr: '' });
        return json();
      };
      expect(await repeated('restore')).to.include({ id, status: 'pending' });
      await set('dismissed');
      expect(await repeated('dismiss')).to.include({ id, status: 'dismissed' });
      for (const status of ['archived', 'applied']) {
        await set(status);
        expect(await refusal('dismiss', id)).to.include(`is ${status}; only a pending one`);
        expect(await refusal('restore', id)).to.include(`is ${status}; only a dismissed one`);
      }
      await set('pending');
      await close();
    });

    it('is a usage error without an id', async () => {
      expect((await run('recommendation', 'dismiss')).code).to.equal(2);
    });
  });
});
