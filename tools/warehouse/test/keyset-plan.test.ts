import { expect } from 'chai';
import { type Kysely, sql } from 'kysely';
import { openWarehouse, type Warehouse } from '../src/index.ts';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const organization = '10000000-0000-4000-8000-000000000001';
const cluster = '40000000-0000-4000-8000-000000000001';

describe('A page of a list sorted by run rate', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let api: Kysely<Warehouse>;
  before(async () => {
    database = await createTestDatabase();
    api = openWarehouse(database.url, 'api');
    await fillWorkloads(database.url);
  });
  after(async () => {
    await api.destroy();
    await database.drop();
  });

  for (const basis of ['legacy', 'all']) {
    it(`reads its rows from the index alone, deep in 100,000 rows (basis ${basis})`, async () => {
      const plan = await explain(
        api,
        `select uid, name from workloads
          where organization_id = '${organization}' and gone_at is null
            and (run_rate_${basis}_rank, uid) > (-5000, '50000000-0000-4000-8000-000000000000')
          order by run_rate_${basis}_rank, uid limit 101`,
      );
      expect(plan).to.match(new RegExp(`Index Scan using workloads_by_run_rate_${basis}`));
      expect(plan).to.match(
        new RegExp(`Index Cond: .*ROW\\(run_rate_${basis}_rank, uid\\) > ROW\\(`),
      );
      expect(plan).not.to.match(/Sort|Filter: .*ROW\(|Rows Removed by Filter/);
      expect(Number(/Buffers: shared (?:hit|read)=(\d+)/.exec(plan)?.[1])).to.be.below(150);
    });
  }
});

async function fillWorkloads(url: string): Promise<void> {
  const owner = openWarehouse(url, 'owner');
  await owner.insertInto('organizations').values({ id: organization, name: 'large' }).execute();
  await owner
    .insertInto('clusters')
    .values({ organization_id: organization, id: cluster, name: 'large' })
    .execute();
  await sql`
    insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, last_seen_at,
      cpu_limit_cores, memory_limit_bytes, cpu_requested_cores, memory_requested_bytes,
      pods, running_pods, containers, compute_cpu_hourly, cost_updated_at, gone_at)
    select ${organization}, ${cluster}, gen_random_uuid(), 'shop', 'workload-' || n, 'Deployment',
      now(), 0, 0, 1, 1, 1, 1, 1, (n % 10007)::numeric / 9973, now(),
      case when n % 10 = 0 then now() end
    from generate_series(1, 100000) n`.execute(owner);
  await sql`analyze workloads`.execute(owner);
  await owner.destroy();
}

async function explain(db: Kysely<Warehouse>, query: string): Promise<string> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('costplane.organization_id', ${organization}, false)`.execute(
      connection,
    );
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${query}`)
      .execute(connection);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
