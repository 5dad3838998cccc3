import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changingCluster,
  isLasting,
  isStable,
  movingWorkload,
  owners,
} from './support/changing-cluster.ts';
import { type Client, createClient } from './support/client.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { type DocumentedOperation, fillPath, listOperations } from './support/operations.ts';
import { makeSnapshot, toUuid, workloadUid } from './support/snapshot.ts';
import { skipOnCitus } from './support/skip.ts';
import { createKey, ingest } from './support/tenants.ts';
import { type Listed, pagesOf, type ReadList, walk } from './support/walk.ts';

const pageSize = 7;
const startedAt = Date.parse('2026-07-01T00:00:00Z');

describe('a walk over a list', () => {
  let database: Database;
  let service: Service;
  let client: Client;
  let key: string;
  let changing: string;
  let round = 0;
  const environment = () => ({ DATABASE_URL: database.url });

  before(async () => {
    database = await createDatabase();
    await costplaneJson(['org', 'create', 'acme'], environment());
    await ingest(environment(), 'acme', 'still', makeSnapshot(changingCluster('still', 0), at(0)));
    changing = await ingestNext();
    key = await createKey(environment(), 'acme');
    service = await serve(environment());
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  const nextSnapshot = () => {
    round += 1;
    return makeSnapshot(changingCluster('changing', round), at(round));
  };
  const ingestNext = () => ingest(environment(), 'acme', 'changing', nextSnapshot());
  const countIngests = async () => {
    const [row] = await database.sql<{ count: string }>('select count(*) from snapshots');
    return Number(row?.count);
  };
  const listAt = (path: string): ReadList => ({ client, key, path });
  /** Lists with rows of both clusters, of the changing one, and over another index. */
  const lists = () => [
    ...['/v1/workloads', '/v1/nodes', '/v1/namespaces'].flatMap((path) => [
      listAt(path),
      listAt(path.replace('/v1', `/v1/clusters/${changing}`)),
    ]),
    listAt('/v1/workloads?basis=all'),
    listAt(`/v1/workloads?team=${owners}`),
    listAt(`/v1/nodes?cluster_id=${changing}`),
  ];
  /** A list of which every row moves at once. */
  const movingPods = () => listAt(`/v1/workloads/${workloadUid('changing', movingWorkload)}/pods`);

  describe('while snapshots are ingested', () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    before(async () => (folder = await temporaryFolder()));
    after(() => folder.remove());
    beforeEach(function () {
      skipOnCitus(this, 'pages are in the order of current costs');
    });

    it('returns remaining rows exactly once in the original order, with a snapshot between any two pages', async () => {
      const walks = await Promise.all(
        [...lists(), movingPods()].map(async (list) => ({
          list,
          before: await walk(list, 500),
          pages: pagesOf(list, pageSize),
          seen: [] as Listed[],
          count: 0,
        })),
      );
      for (let isOpen = true; isOpen;) {
        isOpen = false;
        for (const one of walks) {
          const { value, done } = await one.pages.next();
          if (done) continue;
          isOpen = true;
          one.seen.push(...value);
          one.count += 1;
        }
        if (isOpen) await ingestNext();
      }
      for (const { list, before, seen, count } of walks) {
        expect(count, list.path).to.be.greaterThan(2);
        expect(filterLasting(seen), list.path).to.eql(filterLasting(before));
        if (list.path.endsWith('/pods')) continue;
        expectStableRows(seen, before, list.path);
        expectChange(before, await walk(list, 500), list.path);
      }
    });

    it('returns remaining rows exactly once while another process writes', async () => {
      const files: string[] = [];
      for (let file = 0; file < 25; file += 1) {
        const path = join(folder.path, `${file}.json`);
        await writeFile(path, JSON.stringify(nextSnapshot()));
        files.push(path);
      }
      const before = new Map<ReadList, Listed[]>();
      for (const list of lists()) before.set(list, await walk(list, 500));
      const countBefore = await countIngests();

      const writer = { isDone: false };
      const written = costplaneJson<{ status: string }[]>(
        ['ingest', ...files, '--org', 'acme', '--cluster-name', 'changing'],
        environment(),
      ).finally(() => (writer.isDone = true));
      let ingestsWithinWalks = 0;
      while (!writer.isDone) {
        for (const [list, rows] of before) {
          const { seen, ingests } = await walkCounting(list);
          ingestsWithinWalks += ingests;
          expectStableRows(seen, rows, list.path);
          expect(filterLasting(seen).sort(), list.path).to.eql(filterLasting(rows).sort());
        }
      }
      expect((await written).map(({ status }) => status)).to.eql(files.map(() => 'applied'));
      expect(await countIngests()).to.equal(countBefore + files.length);
      expect(ingestsWithinWalks).to.be.at.least(1);
    });
  });

  /** How many snapshots were committed between the first page and the last, beside the rows. */
  async function walkCounting(list: ReadList) {
    const seen: Listed[] = [];
    const counts: number[] = [];
    for await (const page of pagesOf(list, pageSize)) {
      seen.push(...page);
      counts.push(await countIngests());
    }
    return { seen, ingests: (counts.at(-1) ?? 0) - (counts[0] ?? 0) };
  }

  describe('over many identical rows', () => {
    const paths = {
      cluster_id: '',
      workload_uid: workloadUid('alike', { namespace: 'alike', name: 'many' }),
      team_id: toUuid('team of many'),
    };
    let paged: readonly DocumentedOperation[];

    before(async () => {
      const alike = { ...changingCluster('alike', 1) };
      const many = { namespace: 'alike', name: 'many', pods: 40, node: 'stable-host' };
      const plan = { ...alike, deployments: [...alike.deployments, { ...many, cores: 1, gib: 1 }] };
      const snapshot = makeSnapshot(plan, at(1));
      paths.cluster_id = await ingest(environment(), 'acme', 'alike', snapshot);
      await addAlike(database, paths);
      paged = listOperations(client).filter(({ isPaged }) => isPaged);
    });

    for (const limit of [1, 7, 100, 500]) {
      it(`returns each exactly once in pages of ${limit}, on every paged list`, async () => {
        for (const { path } of paged) {
          const list = listAt(fillPath(path, paths));
          const { data, meta } = (
            await client.get(`${list.path}?limit=500&include_total=true`, key)
          ).body as { data: Listed[]; meta: { pagination: { total_count: number } } };
          const rows = (await walk(list, limit)).map(toIdentity);
          expect(rows, path).to.eql(data.map(toIdentity));
          expect(new Set(rows).size, path).to.equal(rows.length);
          expect(meta.pagination.total_count, path).to.equal(rows.length);
          expect(rows.length, path).to.be.greaterThan(20);
        }
      });
    }

    it('is by cost, and by id where that is the same', async () => {
      for (const { path } of paged) {
        const rows = await walk(listAt(fillPath(path, paths)), 500);
        const costs = rows.map(sortKey);
        expect(rows, path).to.eql([...rows].sort(byCostThenId));
        expect(new Set(costs).size, path).to.be.lessThan(costs.length);
      }
    });
  });
});

const at = (minute: number) => new Date(startedAt + minute * 60_000);

/** A uid may be in several clusters. */
const toIdentity = ({ id, metadata }: Listed) => `${id} ${metadata.cluster?.id ?? ''}`;

/** What a list is ordered by: the saving, else the run rate; what has neither is by id alone. */
function sortKey(row: Listed): number {
  const { savings } = row as { savings?: { estimated_hourly: { amount: string } } };
  const amount = savings?.estimated_hourly.amount ?? row.cost?.current_run_rate_hourly.amount;
  return Number(amount ?? -1);
}

const byCostThenId = (one: Listed, other: Listed) =>
  sortKey(other) - sortKey(one) || (one.id < other.id ? -1 : 1);

const filterStable = (rows: readonly Listed[]) =>
  rows.filter(({ metadata }) => isStable(metadata.name ?? ''));

/** What is there in each round, as it is told apart. */
const filterLasting = (rows: readonly Listed[]) =>
  rows.filter(({ metadata }) => isLasting(metadata.name ?? '')).map(toIdentity);

/** Every row that stays, once and in order, whatever else came and went. */
function expectStableRows(seen: readonly Listed[], before: readonly Listed[], path: string) {
  const expected = filterStable(before);
  expect(filterStable(seen).map(toIdentity), path).to.eql(expected.map(toIdentity));
  expect(filterStable(seen).map(sortKey), path).to.eql(expected.map(sortKey));
  expect(new Set(expected.map(toIdentity)).size, path).to.equal(expected.length);
  expect(expected.length, path).to.be.greaterThan(pageSize);
  expect(expected, path).to.eql([...expected].sort(byCostThenId));
}

/** Rows came, went and moved. */
function expectChange(before: readonly Listed[], after: readonly Listed[], path: string) {
  const [old, now] = [before, after].map(
    (rows) => new Map(rows.map((row) => [toIdentity(row), sortKey(row)])),
  ) as [Map<string, number>, Map<string, number>];
  expect([...old.keys()].filter((id) => !now.has(id)).length, `${path}: gone`).to.be.greaterThan(0);
  expect([...now.keys()].filter((id) => !old.has(id)).length, `${path}: new`).to.be.greaterThan(0);
  const moved = [...now].filter(([id, cost]) => old.has(id) && old.get(id) !== cost);
  expect(moved.length, `${path}: moved`).to.be.greaterThan(0);
}

/** Rows that no tool writes, at few different places of the order, and 30 clusters to come. */
async function addAlike(
  database: Database,
  { cluster_id: cluster, team_id: team }: Record<string, string>,
) {
  const [own] = await database.sql<{ organization_id: string }>(
    'select organization_id from clusters where id = $1',
    [cluster],
  );
  const organization = own!.organization_id;
  await database.sql(`insert into clusters (organization_id, name)
    select '${organization}', 'pending ' || n from generate_series(1, 30) as n`);
  await database.sql(`insert into departments (organization_id, name)
    select '${organization}', 'department ' || n from generate_series(1, 30) as n`);
  await database.sql(`insert into teams (organization_id, name)
    select '${organization}', 'team ' || n from generate_series(1, 30) as n`);
  await database.sql(`insert into teams (organization_id, id, name)
    values ('${organization}', '${team}', 'team of many')`);
  await database.sql(`insert into team_assignments (organization_id, team_id, cluster_id,
      entity_type, entity_identifier, entity_name, entity_namespace, weight_percentage, source)
    select '${organization}', '${team}', '${cluster}', 'namespace', 'n' || n, 'n' || n, 'n' || n,
      100, 'user_manual' from generate_series(1, 30) as n`);
  await database.sql(`insert into recommendations (organization_id, cluster_id, resource_type,
      resource_uid, resource_name, title, risk_level, estimated_savings_hourly, status)
    select '${organization}', '${cluster}', 'Deployment', md5('many ' || n)::uuid, 'many', 'Smaller', 'low',
      n % 4, (array['pending', 'dismissed'])[1 + n % 2] from generate_series(1, 60) as n`);
  await database.sql(`insert into persistent_volumes (organization_id, cluster_id, name,
      capacity_bytes, storage_pv_hourly, pricing_source, last_seen_at, cost_updated_at)
    select '${organization}', '${cluster}', 'volume ' || n, 1, n % 4, 'custom', now(), now()
    from generate_series(1, 60) as n`);
}
