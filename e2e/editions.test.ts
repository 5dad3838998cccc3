import { expect } from 'chai';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from './support/client.ts';
import { costplaneJson, serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';

interface Document {
  info: object;
  paths: Record<string, unknown>;
  tags: { name: string }[];
  components: { schemas: Record<string, unknown>; securitySchemes: object };
}

const health = '@costplane/plugin-health';
const organization = '@costplane/plugin-organization';
const clusters = '@costplane/plugin-clusters';

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
    const config = await configOf('cost-only', [health, organization]);
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
