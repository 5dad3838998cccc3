import { expect } from 'chai';
import { Client as DatabaseClient } from 'pg';
import { type Client, createClient } from './support/client.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { type ClusterPlan, makeSnapshot, workloadUid } from './support/snapshot.ts';
import { skipOnCitus } from './support/skip.ts';
import { createKey, ingest } from './support/tenants.ts';
import { type Listed, pagesOf, type ReadList, walk } from './support/walk.ts';

/** Of every kind, more than there are on the largest page. */
const count = 520;
const numbers = Array.from({ length: count }, (_, index) => index);
const swarm = { namespace: 'swarm', name: 'swarm' };
const plan: ClusterPlan = {
  seed: 'large',
  nodes: numbers.map((index) => ({ name: `node-${index}`, cores: 64, gib: 64 })),
  namespaces: [
    { name: swarm.namespace },
    ...numbers.map((index) => ({ name: `space-${index}`, labels: { team: 'owners' } })),
  ],
  deployments: [
    { ...swarm, pods: count, cores: 0.0625, gib: 0.0625, node: 'node-0' },
    ...numbers.map((index) => ({
      namespace: `space-${index}`,
      name: `workload-${index}`,
      pods: 1,
      cores: 1,
      gib: 1,
      node: 'node-1',
    })),
  ],
};

/** Gives every row of a table another cost, at few different ones, so that many cost the same. */
const moveCosts = (table: string, where = 'true') =>
  table === 'recommendations'
    ? `update recommendations set estimated_savings_hourly = floor(random() * 40) where ${where}`
    : `update ${table} set compute_cpu_hourly = floor(random() * 40) where ${where}`;
const rankedTables = ['workloads', 'namespaces', 'nodes', 'pods', 'clusters', 'recommendations'];
/** Teams have the ranks of their workloads, as at the end of a report. */
const refreshTeams = `select refresh_workload_teams(organization_id, array_agg(id))
  from clusters group by organization_id`;
const moveAll = [...rankedTables.map((table) => moveCosts(table)), refreshTeams].join(';');

const toIdentity = ({ id, metadata }: Listed) => `${id} ${metadata.cluster?.id ?? ''}`;

describe('the order of a walk', () => {
  beforeEach(function () {
    skipOnCitus(this, 'pages are in the order of current costs');
  });

  let database: Database;
  let service: Service;
  let client: Client;
  let key: string;
  let cluster: string;
  let writer: DatabaseClient;

  before(async () => {
    database = await createDatabase();
    const environment = { DATABASE_URL: database.url };
    await costplaneJson(['org', 'create', 'acme'], environment);
    cluster = await ingest(environment, 'acme', 'large', makeSnapshot(plan, new Date()));
    const organization = `(select organization_id from clusters where id = '${cluster}')`;
    await database.sql(`insert into clusters (organization_id, name)
      select ${organization}, 'cluster ' || n from generate_series(1, ${count}) as n`);
    await database.sql(`insert into recommendations (organization_id, cluster_id, resource_type,
        resource_uid, resource_name, title, risk_level, estimated_savings_hourly)
      select ${organization}, '${cluster}', 'Deployment', md5('many ' || n)::uuid, 'many', 'Smaller',
        'low', n % 4 from generate_series(1, ${count}) as n`);
    await database.sql('analyze');
    key = await createKey(environment, 'acme');
    service = await serve(environment);
    client = await createClient(service.url);
    writer = await connect();
  });
  after(async () => {
    await writer.end();
    await service.stop();
    await database.drop();
  });

  const connect = async () => {
    const connected = new DatabaseClient({
      connectionString: database.url,
      options: '-c search_path=costplane',
    });
    await connected.connect();
    return connected;
  };
  const lists = (): ReadList[] =>
    [
      '/v1/workloads',
      `/v1/workloads/${workloadUid('large', swarm)}/pods`,
      '/v1/workloads?basis=all',
      '/v1/workloads?team=owners',
      `/v1/workloads?cluster_id=${cluster}&kind=Deployment`,
      `/v1/clusters/${cluster}/workloads`,
      '/v1/namespaces',
      `/v1/clusters/${cluster}/namespaces?basis=all`,
      '/v1/nodes',
      `/v1/nodes?cluster_id=${cluster}`,
      '/v1/clusters',
      '/v1/clusters?basis=all',
      '/v1/recommendations',
    ].map((path) => ({ client, key, path }));

  // A page of one row each takes long: two lists are enough to show it.
  for (const [limit, pagesPerMove, maxLists] of [
    [1, 100, 2],
    [7, 15, 20],
    [100, 1, 20],
    [500, 1, 20],
  ] as const) {
    it(`stays that of the first page while all costs change, in pages of ${limit}`, async () => {
      const walks = await Promise.all(
        lists()
          .slice(0, maxLists)
          .map(async (list) => ({
            list,
            expected: (await walk(list, 500)).map(toIdentity),
            pages: pagesOf(list, limit),
            seen: [] as string[],
          })),
      );
      for (let turn = 0, open = walks; open.length > 0; turn += 1) {
        // The first pages are read in quiet, so that they are of one order; then it never is.
        const move = turn > 0 && turn % pagesPerMove === 0 ? writer.query(moveAll) : undefined;
        const read = await Promise.all(
          open.map(async (one) => {
            const { value, done } = await one.pages.next();
            one.seen.push(...(value ?? []).map(toIdentity));
            return done ? [] : [one];
          }),
        );
        await move;
        if (turn === 0) await writer.query(moveAll);
        open = read.flat();
      }
      for (const { list, expected, seen } of walks) {
        expect(seen, list.path).to.eql(expected);
        expect(seen.length, list.path).to.be.at.least(count);
      }
    });
  }

  it('is that of the first page, whenever other transactions begin and commit', async () => {
    const [early, late] = [await connect(), await connect()];
    const list: ReadList = { client, key, path: '/v1/workloads' };
    const ofHalf = (half: number) =>
      moveCosts('workloads', `hashtext(uid::text) % 2 ${half === 0 ? '=' : '<>'} 0`);
    try {
      // As a report says what it writes to, so that none waits for one of another cluster.
      await early.query(`begin; set local costplane.writes_to = 'another/cluster'`);
      await early.query(`set local costplane.bumped = 'another/cluster'; ${ofHalf(0)}`);
      await late.query(`begin; ${ofHalf(1)}; commit`);
      const expected = (await walk(list, 500)).map(toIdentity);
      const pages = pagesOf(list, 7);
      const seen = ((await pages.next()).value ?? []).map(toIdentity);
      await early.query('commit');
      await early.query(moveCosts('workloads'));
      for await (const page of pages) seen.push(...page.map(toIdentity));
      expect(seen).to.eql(expected);
      expect((await walk(list, 500)).map(toIdentity)).to.not.eql(expected);
    } finally {
      await early.end();
      await late.end();
    }
  });

  it('is in the cursor of each page, and is new for each first page', async () => {
    const read = async (query: string) =>
      (await client.get(`/v1/workloads?limit=100${query}`, key)).body as {
        data: Listed[];
        meta: {
          applied_at: string;
          pagination: { ordered_at: string; next_cursor: string };
        };
      };
    const first = await read('');
    expect(first.meta.pagination.ordered_at).to.equal(first.meta.applied_at);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await writer.query(moveAll);
    const second = await read(`&cursor=${first.meta.pagination.next_cursor}`);
    expect(second.meta.pagination.ordered_at).to.equal(first.meta.pagination.ordered_at);
    expect(second.meta.applied_at > first.meta.applied_at).to.equal(true);

    const { data, meta } = await read('');
    expect(meta.pagination.ordered_at).to.equal(meta.applied_at);
    const costs = data.map(({ cost }) => Number(cost?.current_run_rate_hourly.amount));
    expect(costs).to.eql([...costs].sort((one, other) => other - one));
    expect(data.map(toIdentity)).to.not.eql(first.data.map(toIdentity));
  });
});
