import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Client } from 'pg';
import { skipOnCitus } from '../src/skip-on-citus.ts';
import { bootTestApplication, type TestApplication } from '../src/test-application.ts';

const keptPlugin = new URL('./fixtures/kept/index.js', import.meta.url);
const scopes = ['kept:read'];
const list = '/v1/kept/namespaces';

describe('conditional requests', () => {
  let app: TestApplication;
  let now = new Date('2026-03-01T09:00:00Z');
  let organization: string;
  let north: string;
  let south: string;
  let key: string;

  before(async () => {
    app = await bootTestApplication({ plugins: [keptPlugin], clock: { now: () => now } });
    organization = await app.createOrganization('acme');
    north = await insertCluster('north');
    south = await insertCluster('south');
    await insertNamespace(north, 'shop');
    await insertNamespace(south, 'bank');
    key = await app.createKey(organization, { scopes, requestsPerMinute: 10_000 });
  });
  after(() => app.stop());
  beforeEach(() => (now = new Date('2026-03-01T09:00:00Z')));

  async function insertCluster(name: string): Promise<string> {
    const id = crypto.randomUUID();
    await app.insert('clusters', { organization_id: organization, id, name });
    return id;
  }

  const insertNamespace = (cluster: string, name: string) =>
    app.sql(
      `insert into namespaces (organization_id, cluster_id, id, name, last_seen_at,
        cpu_requested_cores, memory_requested_bytes, workloads, deployments, statefulsets,
        daemonsets, jobs, cronjobs, pods, running_pods, containers, persistent_volumes,
        cost_updated_at)
      values ($1, $2, gen_random_uuid(), $3, now(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now())`,
      [organization, cluster, name],
    );

  const fetchTag = async (path = list, as = key) => {
    const { status, headers } = await app.get(path, as);
    expect(status).to.equal(200);
    return headers.get('etag') ?? '';
  };
  const askAgain = (tag: string, path = list, as = key, method = 'GET') =>
    app.request(path, { key: as, method, headers: { 'If-None-Match': tag } });

  it('have a weak ETag that a client may cache but must revalidate', async () => {
    const { headers } = await app.get(list, key);
    expect(headers.get('etag')).to.match(/^W\/"[\w-]{22}"$/);
    expect(headers.get('cache-control')).to.equal('private, no-cache');
  });

  it('are 304 without a body while nothing has changed, and count against the rate limit', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const tag = await fetchTag();
    for (const method of ['GET', 'HEAD']) {
      const first = await askAgain(tag, list, key, method);
      const { status, text, headers } = await askAgain(tag, list, key, method);
      expect([status, text], method).to.eql([304, '']);
      expect(headers.get('etag')).to.equal(tag);
      expect(headers.get('cache-control')).to.equal('private, no-cache');
      expect(headers.has('content-type')).to.equal(false);
      expect(headers.get('x-request-id')).to.match(/^req_/);
      expect(Number(headers.get('x-ratelimit-remaining'))).to.equal(
        Number(first.headers.get('x-ratelimit-remaining')) - 1,
      );
    }
  });

  it('compare weakly with every tag of the header, and accept * for any', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const tag = await fetchTag();
    const strong = tag.slice('W/'.length);
    for (const given of [strong, `"other", ${tag}`, `W/"a,b" , ${strong}`, '*', ' * ']) {
      expect((await askAgain(given)).status, given).to.equal(304);
    }
    for (const given of ['"other"', `"x${strong.slice(1)}`, strong.slice(1, -1), '', '"*"']) {
      expect((await askAgain(given)).status, given).to.equal(200);
    }
  });

  it('are 404 with * if the resource does not exist', async () => {
    const missing = `/v1/kept/clusters/${crypto.randomUUID()}`;
    expect((await askAgain('*', missing)).status).to.equal(404);
  });

  it('depend on the query, the page and the path', async () => {
    const tag = await fetchTag();
    expect((await askAgain(tag, `${list}?word=other`)).status).to.equal(200);
    expect((await askAgain(tag, '/v1/kept/teams')).status).to.equal(200);
  });

  it('are 200 after the data has changed, whoever changed it', async () => {
    const tag = await fetchTag();
    await insertNamespace(north, 'new');
    const { status, headers, body } = await askAgain(tag);
    expect([status, body.data.names]).to.eql([200, ['bank', 'new', 'shop']]);
    expect(headers.get('etag')).to.not.equal(tag);
  });

  it('of a path or a key with some clusters do not change with other clusters', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const path = `/v1/kept/clusters/${north}`;
    const northern = await app.createKey(organization, { scopes, allowedClusterIds: [north] });
    const tags = [await fetchTag(path), await fetchTag(list, northern)] as const;
    await app.sql('update clusters set region = $1 where id = $2', ['elsewhere', south]);
    expect((await askAgain(tags[0], path)).status).to.equal(304);
    expect((await askAgain(tags[1], list, northern)).status).to.equal(304);
    await app.sql('update clusters set region = $1 where id = $2', ['elsewhere', north]);
    expect((await askAgain(tags[0], path)).status).to.equal(200);
    expect((await askAgain(tags[1], list, northern)).status).to.equal(200);
  });

  it('depend on the allow-list and organization of the key', async () => {
    const tag = await fetchTag();
    const northern = await app.createKey(organization, { scopes, allowedClusterIds: [north] });
    const { status, body } = await askAgain(tag, list, northern);
    expect([status, body.data.names]).to.eql([200, ['new', 'shop']]);
    const rival = await app.createKey(await app.createOrganization('rival'), { scopes });
    expect((await askAgain(tag, list, rival)).body.data.names).to.eql([]);
    const path = `/v1/kept/clusters/${south}`;
    expect((await askAgain(await fetchTag(path), path, northern)).status).to.equal(403);
  });

  it('are rejected like any other: without a key, without the scope, over the limit', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const tag = await fetchTag();
    expect((await app.request(list, { headers: { 'If-None-Match': tag } })).status).to.equal(401);
    const other = await app.createKey(organization, { scopes: ['other:read'] });
    expect((await askAgain(tag, list, other)).status).to.equal(403);
    const limited = await app.createKey(organization, { scopes, requestsPerMinute: 1 });
    expect((await askAgain(tag, list, limited)).status).to.equal(304);
    expect((await askAgain(tag, list, limited)).status).to.equal(429);
  });

  it('of a revoked key or a suspended organization are 401 within 10 seconds', async () => {
    const other = await app.createOrganization('closing');
    const closing = await app.createKey(other, { scopes });
    const revoked = await app.createKey(organization, { scopes });
    const tags = [await fetchTag(list, closing), await fetchTag(list, revoked)] as const;
    await app.sql('update organizations set is_active = false where id = $1', [other]);
    await app.sql('update api_keys set revoked_at = now() where key_hash = sha256($1)', [
      Buffer.from(revoked),
    ]);
    // However the clock is set: what it says has no effect on how long keys are cached.
    now = new Date(now.getTime() - 3_600_000);
    await sleep(5_100);
    expect((await askAgain(tags[0], list, closing)).status).to.equal(401);
    expect((await askAgain(tags[1], list, revoked)).status).to.equal(401);
  });

  it('hold as long as the clock lets them', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const [day, noon] = [await fetchTag('/v1/kept/day'), await fetchTag('/v1/kept/noon')];
    now = new Date('2026-03-01T12:00:00.000Z');
    expect((await askAgain(noon, '/v1/kept/noon')).status).to.equal(304);
    now = new Date('2026-03-01T12:00:00.001Z');
    expect((await askAgain(noon, '/v1/kept/noon')).body.data.text).to.equal('true');
    expect((await askAgain(day, '/v1/kept/day')).status).to.equal(304);
    now = new Date('2026-03-02T00:00:00.000Z');
    expect((await askAgain(day, '/v1/kept/day')).body.data.text).to.match(/^2026-03-02/);
  });

  it('do not apply to responses that are valid only at one instant', async () => {
    const { headers } = await app.get('/v1/kept/now', key);
    expect(headers.has('etag')).to.equal(false);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('of a page are 200 before its cursor expires', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    for (const name of ['red', 'blue']) {
      await app.insert('teams', { organization_id: organization, name });
    }
    const path = '/v1/kept/teams?limit=1';
    const first = await app.get(path, key);
    const tag = first.headers.get('etag') ?? '';
    now = new Date(now.getTime() + 11 * 3_600_000);
    expect((await askAgain(tag, path)).status).to.equal(304);
    now = new Date(now.getTime() + 2 * 3_600_000);
    expect((await askAgain(tag, path)).status).to.equal(200);
    const cursor = String(first.body.meta.pagination.next_cursor);
    expect((await app.get(`${path}&cursor=${cursor}`, key)).status).to.equal(200);
  });

  describe('without If-None-Match', () => {
    const ask = async (path: string, as = key) => {
      const { status, body } = await app.get(path, as);
      expect(status).to.equal(200);
      return body;
    };
    /** Asked for twice, it is kept. */
    const askUntilKept = async (path: string, as = key) => {
      await ask(path, as);
      return ask(path, as);
    };

    it('are answered from the cache, with their own meta', async function () {
      skipOnCitus(this, 'responses are not kept between requests');
      const path = `${list}?word=kept`;
      const first = await app.get(path, key);
      const second = await app.get(path, key);
      const third = await app.get(path, key);
      expect(second.body.data.runs).to.equal(Number(first.body.data.runs) + 1);
      expect(third.body.data).to.eql(second.body.data);
      expect(third.body.meta.request_id).to.not.equal(second.body.meta.request_id);
      expect(third.headers.get('x-request-id')).to.equal(third.body.meta.request_id);
      expect(third.headers.get('etag')).to.equal(first.headers.get('etag'));
      for (const name of ['content-type', 'cache-control', 'x-content-type-options']) {
        expect(third.headers.get(name), name).to.equal(first.headers.get(name));
      }
      expect(Object.keys(third.body)).to.eql(Object.keys(first.body));
      const head = await app.request(path, { key, method: 'HEAD' });
      expect(Number(head.headers.get('content-length'))).to.equal(third.text.length);
      expect((await askAgain('*', path)).status).to.equal(304);
    });

    it('are computed again after the data has changed', async function () {
      skipOnCitus(this, 'responses are not kept between requests');
      const path = `${list}?word=changes`;
      const kept = await askUntilKept(path);
      expect((await ask(path)).data.runs).to.equal(kept.data.runs);
      await insertNamespace(south, 'vault');
      expect((await ask(path)).data.names).to.include('vault');
    });

    it('are computed again after the time limit', async () => {
      expect((await askUntilKept('/v1/kept/noon')).data.text).to.equal('false');
      now = new Date('2026-03-01T12:00:01Z');
      expect((await ask('/v1/kept/noon')).data.text).to.equal('true');
      const first = (await askUntilKept('/v1/kept/now')).data.text;
      now = new Date('2026-03-01T12:00:02Z');
      expect((await ask('/v1/kept/now')).data.text).to.not.equal(first);
    });

    it('never use the cache of another allow-list or organization', async () => {
      const northern = await app.createKey(organization, { scopes, allowedClusterIds: [north] });
      const southern = await app.createKey(organization, { scopes, allowedClusterIds: [south] });
      const nobody = await app.createKey(organization, { scopes, allowedClusterIds: [] });
      const other = await app.createKey(await app.createOrganization('other'), { scopes });
      const path = `${list}?word=whose`;
      for (const as of [key, northern, southern, other]) await askUntilKept(path, as);
      const namesFor = async (as: string) => (await ask(path, as)).data.names as string[];
      expect(await namesFor(key)).to.include.members(['shop', 'bank']);
      expect(await namesFor(northern))
        .to.include('shop')
        .and.not.include('bank');
      expect(await namesFor(southern))
        .to.include('bank')
        .and.not.include('shop');
      expect(await namesFor(other)).to.eql([]);
      const cluster = `/v1/kept/clusters/${south}`;
      await askUntilKept(cluster);
      expect((await app.get(cluster, northern)).status).to.equal(403);
      expect((await app.get(cluster, nobody)).status).to.equal(403);
      expect((await app.get(cluster, other)).status).to.equal(404);
    });

    it('are refused like any other', async () => {
      const limited = await app.createKey(organization, { scopes, requestsPerMinute: 3 });
      await askUntilKept(list, limited);
      await ask(list, limited);
      expect((await app.get(list, limited)).status).to.equal(429);
      const none = await app.createKey(organization, { scopes: ['other:read'] });
      expect((await app.get(list, none)).status).to.equal(403);
      expect((await app.get(list)).status).to.equal(401);
    });

    it('have the cursor of the cached page, which is valid', async function () {
      skipOnCitus(this, 'responses are not kept between requests');
      const path = '/v1/kept/teams?limit=1&include_total=true';
      const kept = await askUntilKept(path);
      now = new Date(now.getTime() + 11 * 3_600_000);
      const { data, meta } = await ask(path);
      expect([data, meta.pagination]).to.eql([kept.data, kept.meta.pagination]);
      const next = await ask(`${path}&cursor=${meta.pagination.next_cursor}`);
      expect(next.data).to.not.eql(data);
    });
  });

  it('are 503 while the database accepts no connections, with a cached key and with another', async () => {
    const unseen = await app.createKey(organization, { scopes });
    await fetchTag();
    const [database] = await app.sql<{ name: string }>('select current_database() as name');
    const server = new Client({ connectionString: process.env.COSTPLANE_TEST_DATABASE_URL ?? '' });
    await server.connect();
    const allow = (isAllowed: boolean) =>
      server.query(`alter database ${database!.name} with allow_connections ${isAllowed}`);
    await allow(false);
    try {
      await app.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      for (const as of [key, unseen]) {
        const { status, body } = await app.get(list, as);
        expect([status, body.error.code]).to.eql([503, 'SERVICE_UNAVAILABLE']);
      }
    } finally {
      await allow(true);
      await server.end();
    }
    expect((await app.get(list, unseen)).status).to.equal(200);
  });

  it('are in the document', () => {
    const { get } = app.document.paths[list] as unknown as { get: { responses: object } };
    expect(get.responses).to.have.nested.property('304.headers.ETag');
    expect(get.responses).to.not.have.nested.property('304.content');
    expect(get.responses).to.have.nested.property('200.headers.ETag');
  });
});
