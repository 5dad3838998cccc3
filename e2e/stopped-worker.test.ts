import { expect } from 'chai';
import { loadCluster, organization, prepareWarehouse } from './support/citus-fleet.ts';
import { createOnCitus, listNodes } from './support/citus.ts';
import { createClient } from './support/client.ts';
import { serve } from './support/costplane.ts';
import { type Database } from './support/database.ts';
import { type ServedPlugins, serveWith } from './support/editions/serve-with.ts';
import { pluginsOfEdition } from './support/editions/write-config.ts';
import { type Forwarder, startForwarder } from './support/forwarder.ts';
import { listOperations, makeUrl } from './support/operations.ts';
import { skip } from './support/skip.ts';
import { toUuid } from './support/snapshot.ts';
import { createKey, type TenantCluster } from './support/tenants.ts';

/** What a request may take, and a little. */
const deadlineMs = 35_000;
/** How long the coordinator waits to be let in by a worker. */
const connectMs = 5_000;

const paths = {
  ofCluster: /^\/v1\/.*\{cluster_id\}/,
  list: /^\/v1\/(nodes|namespaces|workloads|recommendations|persistent-volumes|node-groups)$/,
};

describe('a worker of a distributed warehouse that is stopped', () => {
  const server = process.env.COSTPLANE_TEST_CITUS_URL ?? '';
  const ways = new Map<number, Forwarder>();
  let service: ServedPlugins;
  let stopped: Forwarder;
  /** On the stopped worker, and on another one. */
  let lost: TenantCluster;
  let healthy: TenantCluster;
  let key: string;
  let keyOfHealthy: string;
  const cleanUp: (() => Promise<unknown>)[] = [];

  before(async function () {
    if (server === '') skip(this, 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL');
    this.timeout(300_000);
    const [, ...workers] = await listNodes(server);
    for (const { host, port } of workers) {
      const way = await startForwarder(`postgres://${host}:${port}/`);
      cleanUp.push(() => way.close());
      ways.set(port, way);
    }
    const database = await createOnCitus(server, {
      hasWorkers: true,
      reachedAt: ({ host, port }) => ({ host, port: readPort(ways.get(port)) ?? port }),
    });
    await prepareWarehouse(database, { isDistributed: true });
    const [one, other] = await chooseClusters(database);
    stopped = [...ways.values()].find((way) => readPort(way) === one.port)!;
    lost = await loadCluster(database, one.name, Date.now());
    healthy = await loadCluster(database, other.name, Date.now());
    service = await serveWith(await pluginsOfEdition('enterprise'), database);
    cleanUp.push(() => service.stop());
    key = await createKey(service.environment, organization);
    keyOfHealthy = await createKey(service.environment, organization, { clusters: [healthy.id] });
  });
  afterEach(() => {
    for (const way of ways.values()) way.open();
  });
  after(async () => {
    for (const step of cleanUp) await step();
  });

  const ask = async (path: string, cluster: TenantCluster, by = key) => {
    const operation = listOperations(service.client).find((one) => one.path === path)!;
    const { status } = await service.client.get(makeUrl(operation, cluster.paths), by);
    return `${path} ${status}`;
  };
  const list = (which: RegExp) =>
    listOperations(service.client)
      .filter(({ method, path }) => method === 'get' && which.test(path))
      .map(({ path }) => path);

  /** Asks one after another what needs one cluster alone, or all. */
  async function expectAnswers(healthyStatus: number, lostStatus: number) {
    const ofCluster = list(paths.ofCluster);
    const lists = list(paths.list);
    expect([ofCluster.length, lists.length]).to.eql([12, 6]);
    for (const path of ofCluster) {
      expect(await ask(path, healthy)).to.equal(`${path} ${healthyStatus}`);
      expect(await ask(path, lost)).to.equal(`${path} ${lostStatus}`);
    }
    for (const path of lists) {
      expect(await ask(path, healthy, keyOfHealthy)).to.equal(`${path} ${healthyStatus}`);
      expect(await ask(path, lost)).to.equal(`${path} ${lostStatus}`);
    }
  }

  it('makes only its own clusters unavailable, and recovers', async () => {
    await expectAnswers(200, 200);
    stopped.shut();
    await expectAnswers(200, 503);
    expect((await service.client.get('/health/ready')).status).to.equal(200);
    stopped.open();
    await expectAnswers(200, 200);
  });

  it('does not prevent a service from starting and serving the others', async () => {
    for (const way of ways.values()) {
      way.shut();
      const another = await serve(service.environment);
      const client = await createClient(another.url);
      const path = (cluster: TenantCluster) => `/v1/clusters/${cluster.id}`;
      const [ofLost, ofHealthy] = way === stopped ? [503, 200] : [200, 503];
      expect((await client.get(path(lost), key)).status).to.equal(ofLost);
      expect((await client.get(path(healthy), key)).status).to.equal(ofHealthy);
      way.open();
      expect((await client.get(path(lost), key)).status).to.equal(200);
      expect((await client.get(path(healthy), key)).status).to.equal(200);
      await another.stop();
    }
  });

  it('that does not respond delays only its own clusters, up to the deadline', async () => {
    const path = '/v1/clusters/{cluster_id}/nodes';
    const atOnce = 4;
    const measure = async (limitMs: number) => {
      const begun = performance.now();
      const waiting = Array.from({ length: atOnce }, () => ask(path, lost));
      expect(await ask(path, healthy)).to.equal(`${path} 200`);
      expect(performance.now() - begun).to.be.lessThan(connectMs);
      for (const answer of await Promise.all(waiting)) expect(answer).to.equal(`${path} 503`);
      expect(performance.now() - begun).to.be.lessThan(limitMs);
    };
    await Promise.all(Array.from({ length: atOnce }, () => ask(path, lost)));
    stopped.silence();
    // Sessions that the coordinator has with it first, then new ones.
    await measure(deadlineMs);
    await measure(2 * connectMs);
    stopped.open();
    expect(await ask(path, lost)).to.equal(`${path} 200`);
  });
});

const readPort = (way: Forwarder | undefined) => way && Number(new URL(way.url).port);

/** Names of clusters that will be on two workers. */
async function chooseClusters(database: Database) {
  const names = Array.from({ length: 20 }, (_, index) => `cluster ${index}`);
  const found = await database.sql<{ name: string; port: number }>(
    `select name, nodeport as port from unnest($1::text[], $2::text[]) as one (name, id)
      join citus_shards on shardid = get_shard_id_for_distribution_column('clusters', id)`,
    [names, names.map((name) => toUuid(name))],
  );
  const [one] = found;
  const other = found.find(({ port }) => port !== one?.port);
  if (!one || !other) throw new Error('the workers have no shards');
  return [one, other] as const;
}
