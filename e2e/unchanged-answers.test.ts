import { expect } from 'chai';
import { type Answer } from './support/client.ts';
import { costplane } from './support/costplane.ts';
import { listOperations, makeUrl } from './support/operations.ts';
import { skipOnCitus } from './support/skip.ts';
import { makeSnapshot } from './support/snapshot.ts';
import { ingest, startTenants, type Tenants } from './support/tenants.ts';

/** Whatever writes: what changes an answer changes its ETag, so that nobody is told 304 of old data. */
describe('a changed response', () => {
  let tenants: Tenants;
  let urls: readonly string[];
  let keys: Readonly<Record<string, string>>;

  before(async () => {
    tenants = await startTenants();
    // As the engine writes them.
    await tenants.database.sql(
      `update recommendations set current_config = '{"containers": []}',
        recommended_config = '{"containers": []}'`,
    );
    keys = {
      all: await tenants.createKey('acme'),
      north: await tenants.createKey('acme', { clusters: [tenants.north.id] }),
      rival: await tenants.createKey('rival'),
    };
    const operations = listOperations(tenants.client).filter(
      ({ method, scope, path }) => method === 'get' && scope && path !== '/v1/exports/focus',
    );
    const inBoth = operations.flatMap((operation) =>
      [tenants.north, tenants.south].map(({ paths }) => makeUrl(operation, paths)),
    );
    // Routes without a cluster have one URL.
    urls = [...new Set(inBoth)];
  });
  after(() => tenants.stop());

  const environment = () => ({ DATABASE_URL: tenants.database.url });
  const run = async (args: readonly string[], input?: string) => {
    const { code, stderr } = await costplane(args, environment(), input);
    expect(code, `${args.join(' ')}: ${stderr}`).to.equal(0);
  };

  const requests = () => Object.keys(keys).flatMap((name) => urls.map((url) => `${name} ${url}`));

  async function askAll(
    asked: readonly string[] = requests(),
    tags?: ReadonlyMap<string, Answer>,
  ): Promise<Map<string, Answer>> {
    const answers = new Map<string, Answer>();
    for (const request of asked) {
      const [name, url] = request.split(' ') as [string, string];
      const tag = tags?.get(request)?.headers.get('etag');
      const headers = tag == null ? undefined : { 'If-None-Match': tag };
      answers.set(request, await tenants.client.get(url, keys[name], headers));
    }
    return answers;
  }

  const pickData = ({ status, body }: Answer) => JSON.stringify([status, body?.data, body?.detail]);

  let latest: Map<string, Answer> | undefined;

  /** Which answers have changed; those that a client was told to keep must not be among them. */
  async function changedBy(write: () => Promise<unknown>): Promise<string[]> {
    const before = latest ?? (await askAll());
    await write();
    const asked = await askAll(requests(), before);
    const kept = [...asked].filter(([, { status }]) => status === 304).map(([request]) => request);
    latest = new Map([...asked, ...(await askAll(kept))]);
    const changed = [...latest].filter(
      ([request, now]) => pickData(before.get(request)!) !== pickData(now),
    );
    for (const [request, { headers }] of changed) {
      expect(kept, `${request} has changed`).to.not.include(request);
      const old = before.get(request)!.headers.get('etag') ?? 'none';
      expect(headers.get('etag'), request).to.not.equal(old);
    }
    return changed.map(([request]) => request);
  }

  const allocation = `
teams:
  - name: payments
    department: finance
departments:
  - name: finance
assignments:
  - { team: payments, cluster: abroad, entity_type: namespace, entity: shop, weight: 100 }
`;
  const nobody = 'departments: []\nteams: []\nassignments: []\n';
  const book = `currency: USD
rates:
  on_demand: { cpu_core_hour: 0.5, memory_gib_hour: 0.003, gpu_hour: 1 }
`;
  const snapshot = () =>
    makeSnapshot(
      {
        seed: 'north',
        nodes: [{ name: 'first', cores: 32, gib: 64, group: 'general' }],
        namespaces: [{ name: 'shop', labels: { team: 'newcomers', department: 'retail' } }],
        deployments: [{ namespace: 'shop', name: 'web', cores: 2, gib: 1, pods: 3, node: 'first' }],
        jobs: [],
      },
      new Date(),
    );
  const recommendation = () => String(tenants.north.paths.rec_id);
  const today = new Date().toISOString().slice(0, 10);

  const writers: readonly (readonly [what: string, write: () => Promise<unknown>, of: RegExp])[] = [
    [
      'a snapshot',
      () => ingest(environment(), 'acme', 'north', snapshot()),
      /^north .*\/workloads/,
    ],
    [
      'rename',
      () => run(['cluster', 'rename', 'south', 'abroad', '--org', 'acme']),
      /^all .*clusters/,
    ],
    [
      'dismiss',
      () => run(['recommendation', 'dismiss', recommendation(), '--yes']),
      /^north .*recommendations/,
    ],
    [
      'restore',
      () => run(['recommendation', 'restore', recommendation()]),
      /^north .*recommendations/,
    ],
    ['recommend', () => run(['recommend']), /^north .*recommendations/],
    [
      'allocation apply',
      () => run(['allocation', 'apply', '-', '--org', 'acme', '--yes'], allocation),
      /^all .*teams/,
    ],
    [
      'price set --reprice',
      () => run(['price', 'set', '-', '--from', today, '--reprice', '--yes'], book),
      /^rival .*cost-trend/,
    ],
    [
      'a new cluster',
      () => ingest(environment(), 'acme', 'east', makeSnapshot({ ...emptyPlan }, new Date())),
      /^all \/v1\/clusters/,
    ],
    [
      'a removed team',
      () => run(['allocation', 'apply', '-', '--org', 'acme', '--yes'], nobody),
      /^all .*teams/,
    ],
    [
      'a deleted cluster',
      () => tenants.database.sql('delete from clusters where name = $1', ['east']),
      /^all \/v1\/clusters/,
    ],
    [
      'a new currency and plan',
      () => tenants.database.sql(`update organizations set plan_type = 'other'`),
      /^rival \/v1\/organization/,
    ],
  ];

  const emptyPlan = {
    seed: 'east',
    nodes: [{ name: 'only', cores: 4, gib: 16, group: 'general' }],
    namespaces: [{ name: 'shop' }],
    deployments: [],
    jobs: [],
  };

  it('has an ETag if the document says so', async () => {
    const operations = new Map(
      listOperations(tenants.client)
        .filter(({ isTagged }) => isTagged)
        .map((operation) => [`all ${makeUrl(operation, tenants.north.paths)}`, operation]),
    );
    const untagged = [...(await askAll([...operations.keys()]))]
      .filter(([, { headers }]) => !headers.has('etag'))
      .map(([request]) => operations.get(request)?.operationId);
    expect(untagged).to.eql([]);
  });

  for (const [what, write, of] of writers) {
    it(`has another ETag after ${what}`, async () => {
      const changed = await changedBy(write);
      expect(
        changed.filter((request) => of.test(request)),
        changed.join('\n'),
      ).to.not.eql([]);
    });
  }

  it('is not sent again if nothing was written', async function () {
    skipOnCitus(this, 'responses are not kept between requests');
    const before = await askAll();
    const again = await askAll(requests(), before);
    const tagged = [...before].filter(([, { headers }]) => headers.has('etag'));
    expect(tagged).to.have.length.above(60);
    const sent = tagged.filter(([request]) => again.get(request)?.status !== 304);
    expect(sent.map(([request]) => request)).to.eql([]);
  });
});
