import { expect } from 'chai';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './support/client.ts';
import { costplaneJson, serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { operationsOf, urlOf } from './support/operations.ts';
import { snapshotOf, uuidOf } from './support/snapshot.ts';
import { createKey, ingest } from './support/tenants.ts';

interface Document {
  info: object;
  paths: Record<string, unknown>;
  tags: { name: string }[];
  components: {
    schemas: Record<string, unknown>;
    securitySchemes: { apiKey: { description: string } };
  };
}

const health = '@costplane/plugin-health';
const organization = '@costplane/plugin-organization';
const clusters = '@costplane/plugin-clusters';
const history = ['trends', 'explorer', 'focus-export'].map((name) => `@costplane/plugin-${name}`);

describe('editions', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
  });
  after(async () => {
    await database.drop();
    await folder.remove();
  });

  const configOf = async (name: string, plugins: readonly string[]) => {
    const file = join(folder.path, `${name}.yaml`);
    const lines = plugins.map((plugin) => `  - package: '${plugin}'\n`);
    await writeFile(file, `plugins:\n${lines.join('')}`);
    return file;
  };
  const documentOf = async (...plugins: string[]) =>
    costplaneJson<Document>(['openapi', '--config', await configOf('openapi', plugins)]);

  it('without a plugin lacks its routes, its scope and its part of the document, and no more', async () => {
    const full = await documentOf(health, organization, clusters);
    const less = await documentOf(health, organization);

    const removed = Object.keys(full.paths).filter((path) => !(path in less.paths));
    expect(removed).to.have.members([
      '/v1/clusters',
      '/v1/clusters/{cluster_id}',
      '/v1/namespaces',
      '/v1/clusters/{cluster_id}/namespaces',
      '/v1/clusters/{cluster_id}/namespaces/{namespace}',
    ]);
    for (const path of Object.keys(less.paths)) {
      expect(less.paths[path], path).to.eql(full.paths[path]);
    }
    expect(less.info).to.eql(full.info);
    const kept = less.tags.map(({ name }) => name);
    expect(full.tags.map(({ name }) => name).filter((name) => !kept.includes(name))).to.eql([
      'Clusters',
      'Namespaces',
    ]);
    for (const scope of ['clusters:read', 'namespaces:read']) {
      expect(JSON.stringify(full)).to.contain(scope);
      expect(JSON.stringify(less)).to.not.contain(scope);
    }
    expect(less.components.schemas).to.not.have.any.keys('Cluster', 'Namespace');
    for (const [name, schema] of Object.entries(less.components.schemas)) {
      expect(schema, name).to.eql(full.components.schemas[name]);
    }
  }).timeout(30_000);

  it('without a plugin answers 404 where it was, and refuses its scope', async () => {
    const config = await configOf('without-clusters', [health, organization]);
    const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
    await costplaneJson(['org', 'create', 'edition'], environment);
    const { key, scopes } = await costplaneJson<{ key: string; scopes: string[] }>(
      ['key', 'create', '--org', 'edition', '--scope', 'all'],
      environment,
    );
    const service = await serve(environment);
    try {
      const client = await createClient(service.url);
      expect(scopes).to.eql(['organization:read']);
      expect((await client.get('/v1/organization', key)).status).to.equal(200);
      const missing = await client.get('/v1/clusters', key);
      expect([missing.status, missing.body.error.code]).to.eql([404, 'BAD_REQUEST']);
      const metrics = await (await fetch(service.metricsUrl)).text();
      expect(metrics).to.contain('operation="getOrganization"');
      expect(metrics).to.not.contain('listClusters');
    } finally {
      await service.stop();
    }
  }).timeout(30_000);

  describe('of cost alone', () => {
    const scopes = [
      ...['clusters:read', 'cost_explorer:read', 'namespaces:read', 'nodes:read'],
      ...['organization:read', 'workloads:read'],
    ];

    it('has the routes of history and no inventory, each as in the full product', async () => {
      const full = await costplaneJson<Document>(['openapi']);
      const less = await documentOf(health, ...history);

      expect(Object.keys(less.paths).filter((path) => path.startsWith('/v1/'))).to.have.members([
        ...['/v1/openapi.json', '/v1/openapi.yaml', '/v1/docs'],
        '/v1/organizations/dashboard/cost-trend',
        '/v1/clusters/{cluster_id}/cost-trend',
        '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend',
        '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend',
        '/v1/clusters/{cluster_id}/node-groups/{name}/cost-trend',
        ...['/v1/cost-explorer/query', '/v1/exports/focus', '/v1/exports/focus/schema'],
      ]);
      for (const [path, item] of Object.entries(less.paths)) {
        expect(item, path).to.eql(full.paths[path]);
      }
      for (const [name, schema] of Object.entries(less.components.schemas)) {
        expect(schema, name).to.eql(full.components.schemas[name]);
      }
    }).timeout(30_000);

    it('describes the scopes of its routes as their families do', async () => {
      const linesOf = ({ components }: Document) =>
        components.securitySchemes.apiKey.description.split('\n').slice(1);
      const full = linesOf(await costplaneJson<Document>(['openapi']));
      const less = linesOf(await documentOf(health, ...history));

      expect(less).to.have.length(scopes.length);
      expect(full).to.include.members(less);
    }).timeout(30_000);

    it('answers a key of each scope where it is required, and nowhere else', async () => {
      const config = await configOf('history', [health, ...history]);
      const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
      await costplaneJson(['org', 'create', 'history'], environment);
      const paths = await ingestTwice(environment);
      const all = await costplaneJson<{ scopes: string[] }>(
        ['key', 'create', '--org', 'history', '--scope', 'all'],
        environment,
      );
      expect(all.scopes).to.have.members(scopes);
      const service = await serve(environment);
      try {
        const client = await createClient(service.url);
        const operations = operationsOf(client).filter((operation) => operation.scope);
        expect(new Set(operations.map(({ scope }) => scope))).to.have.all.keys(scopes);
        for (const scope of scopes) {
          const key = await createKey(environment, 'history', { scopes: [scope] });
          for (const operation of operations) {
            const url = urlOf(operation, paths);
            const { status, text, body } =
              operation.method === 'post'
                ? await client.post(url, {}, key)
                : await client.get(url, key);
            expect(status, text).to.equal(operation.scope === scope ? 200 : 403);
            if (url.includes('/cost-trend') && status === 200) {
              expect(body.data.points.length, url).to.be.greaterThan(0);
            }
          }
          const missing = await client.get('/v1/clusters', key);
          expect([missing.status, missing.body.error.code]).to.eql([404, 'BAD_REQUEST']);
        }
      } finally {
        await service.stop();
      }
    }).timeout(60_000);

    /** A minute of history of one workload; answers with a value for every path. */
    async function ingestTwice(environment: Readonly<Record<string, string>>) {
      const uid = uuidOf('web');
      const plan = {
        seed: 'history',
        nodes: [{ name: 'first', cores: 4, gib: 16, group: 'general' }],
        namespaces: [{ name: 'shop' }],
        deployments: [
          { namespace: 'shop', name: 'web', cores: 1, gib: 1, pods: 1, node: 'first', uid },
        ],
      };
      const now = Date.now();
      const take = (at: number) =>
        ingest(environment, 'history', 'one', snapshotOf(plan, new Date(at)));
      await take(now - 60_000);
      const id = await take(now);
      return { cluster_id: id, namespace: 'shop', workload_uid: uid, name: 'general' };
    }
  });

  it('with a plugin from a folder elsewhere loads it and serves it', async () => {
    const vendor = join(folder.path, 'vendor', 'hello');
    await cp(join(import.meta.dirname, 'plugins/hello'), vendor, { recursive: true });
    const config = await configOf('vendor', [health, './vendor/hello']);
    const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
    await costplaneJson(['org', 'create', 'vendor'], environment);
    const { key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'vendor', '--scope', 'hello:read'],
      environment,
    );
    const service = await serve(environment);
    try {
      const client = await createClient(service.url);
      const { status, body } = await client.get('/v1/hello', key);
      expect([status, body.data]).to.eql([200, { greeting: 'hello' }]);
      expect(client.document.paths).to.have.property('/v1/hello');
    } finally {
      await service.stop();
    }
  }).timeout(30_000);

  it('on SIGTERM turns unready, finishes the request in flight and ends with 0', async () => {
    const vendor = join(import.meta.dirname, 'plugins/hello');
    const config = await configOf('drain', [health, vendor]);
    const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
    await costplaneJson(['org', 'create', 'drain'], environment);
    const { key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'drain', '--scope', 'hello:read'],
      environment,
    );
    const service = await serve(environment);
    const client = await createClient(service.url);
    const inFlight = client.get('/v1/hello', key);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const ended = service.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const readiness = await fetch(`${service.url}/health/ready`);
    const notReady = (await readiness.json()) as { status: string };

    expect([readiness.status, notReady.status]).to.eql([503, 'not_ready']);
    expect((await inFlight).body.data).to.eql({ greeting: 'hello' });
    expect(await ended).to.equal(0);
  }).timeout(30_000);
});
