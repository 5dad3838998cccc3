import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from './support/client.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { addCluster, createKey, type TenantCluster } from './support/tenants.ts';

describe('a plugin that was built for kernel 1.0', function () {
  this.timeout(60_000);
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: Service;
  let client: Client;
  let config: string;
  let north: TenantCluster;
  let south: TenantCluster;
  let key: string;

  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
    config = join(folder.path, 'older.yaml');
    await writeFile(
      config,
      [
        'plugins:',
        "  - package: '@costplane/plugin-health'",
        `  - package: ${join(import.meta.dirname, 'plugins/built-for-1.0')}`,
        '    config: { greeting: Good day }',
        '',
      ].join('\n'),
    );
    const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
    await costplaneJson(['org', 'create', 'acme'], environment);
    const at = Date.now();
    north = await addCluster(database, { organization: 'acme', name: 'north', at });
    south = await addCluster(database, { organization: 'acme', name: 'south', at });
    key = await createKey(environment, 'acme', { scopes: ['older:read', 'clusters:read'] });
    service = await serve(environment);
    client = await createClient(service.url);
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await folder.remove();
  });

  const get = (path: string) => client.get(`/older${path}`, key);

  it('is in the OpenAPI document with its documented routes', async () => {
    const { paths } = await costplaneJson<{ paths: object }>(['openapi', '--config', config]);
    const own = Object.keys(paths).filter((path) => path.startsWith('/older'));
    expect(own).to.have.members([
      '/older/clusters',
      '/older/clusters/{cluster_id}/namespaces/{namespace}',
      '/older/echo/{name}',
      '/older/bodies',
      '/older/names.csv',
      ...['greeting', 'flat', 'standard', 'own', 'status', 'raw', 'denied', 'failed'].map(
        (name) => `/older/answers/${name}`,
      ),
    ]);
  });

  it('lists page by page, with totals and filters', async () => {
    const first = (await get('/clusters?limit=1&include_total=true')).body;
    expect(first.meta.pagination).to.include({ has_more: true, total_count: 2, limit: 1 });
    const cursor = encodeURIComponent(first.meta.pagination.next_cursor);
    const second = (await get(`/clusters?limit=1&cursor=${cursor}`)).body;
    expect(second.meta.pagination.has_more).to.equal(false);
    const names = [...first.data, ...second.data].map(({ name }: { name: string }) => name);
    expect(names).to.have.members(['north', 'south']);
    expect(first.data[0].run_rate).to.have.keys('amount', 'currency');

    const one = (await get(`/clusters?cluster_id=${south.id}&at_least=0.0001&basis=all`)).body;
    expect(one.data).to.have.length(1);
    expect(one.data[0]).to.include({ id: south.id, name: 'south', nodes: 4 });
    const none = (await get('/clusters?at_least=1000000')).body;
    expect(none.data).to.eql([]);
  });

  it('reads its tables, and answers 404 for what is not there', async () => {
    const { body } = await get(`/clusters/${north.id}/namespaces/shop`);
    expect(body.data).to.eql({ cluster: { id: north.id, name: 'north' }, namespace: 'shop' });
    const missing = await get(`/clusters/${north.id}/namespaces/nothing`);
    expect([missing.status, missing.body.error.code]).to.eql([404, 'NAMESPACE_NOT_FOUND']);
  });

  it('gets its parameters as they were, defaults included', async () => {
    const query =
      'text=a&id=4F6B1F3E-0000-4000-8000-000000000000&color=blue&colors=red,blue&whole=7' +
      '&day=2026-02-28&flag=true&amount=1.50&cache_buster=1';
    const all = await client.get(`/older/echo/a/b?${query}`);
    expect(all.body.data).to.eql({
      name: 'a/b',
      text: 'a',
      id: '4f6b1f3e-0000-4000-8000-000000000000',
      color: 'blue',
      colors: ['blue', 'red'],
      whole: 7,
      day: '2026-02-28',
      flag: true,
      amount: '1.50',
      isWhole: true,
    });
    const few = await client.get('/older/echo/a');
    expect(few.body.data).to.eql({ name: 'a', whole: 5, flag: false, isWhole: true });
  });

  it('has bad parameters refused with the codes that it chose', async () => {
    const codeOf = async (query: string) => {
      const { status, body } = await client.get(`/older/echo/a?${query}`);
      return `${status} ${body.error.code}`;
    };
    expect(await codeOf('text=longer-than-ten')).to.equal('422 VALIDATION_ERROR');
    expect(await codeOf('id=1')).to.equal('400 BAD_REQUEST');
    expect(await codeOf('day=2026-02-30')).to.equal('400 BAD_REQUEST');
    expect(await codeOf('whole=10')).to.equal('400 BAD_REQUEST');
    expect(await codeOf('color=red&flag=true')).to.equal('422 VALIDATION_ERROR');
    expect(await codeOf('unheard=of')).to.equal('400 BAD_REQUEST');
    const cluster = await get('/clusters?cluster_id=1');
    expect([cluster.status, cluster.body.error.code]).to.eql([400, 'INVALID_CLUSTER_ID']);
  });

  it('reads a body, and has a bad one refused', async () => {
    const good = await client.post('/older/bodies', { side: 'left' }, key);
    expect([good.status, good.body.data]).to.eql([200, { side: 'left' }]);
    const bad = await client.post('/older/bodies', { side: 'up' }, key);
    expect([bad.status, bad.body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
  });

  it('uses what it registered, its config and the host', async () => {
    const { body } = await get('/answers/greeting?basis=all');
    expect(body.data).to.eql({ words: 'Good day, world', knows: true, view: 'workload_only all' });
    expect(body.meta).to.include({ cost_mode: 'workload_only', basis: 'all' });
  });

  it('answers in every envelope, with every kind of body', async () => {
    expect((await get('/answers/flat')).body).to.eql({ words: 'Good day' });
    expect((await get('/answers/standard')).body.data).to.eql({ words: 'Good day' });
    expect((await get('/answers/own')).body).to.have.keys('payload', 'at');
    const refused = await client.get('/older/answers/own');
    expect([refused.status, refused.body]).to.eql([401, { problem: 'UNAUTHORIZED', keyed: false }]);
    const status = await get('/answers/status');
    expect([status.status, status.body]).to.eql([503, { why: 'asleep' }]);
    const raw = await get('/answers/raw');
    expect([raw.text, raw.headers.get('x-older')]).to.eql(['Good day', 'yes']);
    const hidden = await fetch(`${service.url}/older/answers/hidden`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(await hidden.json()).to.have.nested.property('data.words', 'Good day');
  });

  it('throws errors of the contract', async () => {
    const denied = await get('/answers/denied');
    expect([denied.status, denied.body.error.code]).to.eql([403, 'CLUSTER_ACCESS_DENIED']);
    const failed = await get('/answers/failed');
    expect(failed.body.error).to.include({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(failed.body.error.details).to.eql([{ reason: 'asleep' }]);
    expect(failed.headers.get('x-older')).to.equal('yes');
  });

  it('streams a file', async () => {
    const { status, text, headers } = await client.get('/older/names.csv', key, { TE: 'trailers' });
    expect([status, text, headers.get('x-older')]).to.eql([200, 'name\nnorth\nsouth\n', 'yes']);
  });
});
