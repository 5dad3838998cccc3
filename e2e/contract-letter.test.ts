import { expect } from 'chai';
import { type Answer } from './support/client.ts';
import { costplane, costplaneJson } from './support/costplane.ts';
import { type DocumentedOperation, listOperations, makeUrl } from './support/operations.ts';
import { makeSnapshot } from './support/snapshot.ts';
import { createKey, ingest, startTenants, type Tenants } from './support/tenants.ts';
import { walk } from './support/walk.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any list
type Row = Readonly<Record<string, any>>;

/** What the contract says of every route, and not of one alone (decisions 45 to 47 and 55). */
describe('general rules of the contract, on every route', () => {
  let tenants: Tenants;
  let key: string;
  let keyed: readonly DocumentedOperation[];
  before(async () => {
    tenants = await startTenants();
    await ingestMeasured();
    key = await tenants.createKey('acme');
    keyed = listOperations(tenants.client).filter(({ scope }) => scope !== undefined);
  });
  after(() => tenants.stop());

  /** A cluster of two nodes, of which one reports use. */
  async function ingestMeasured() {
    const node = { gib: 16, group: 'pool' };
    const snapshot = makeSnapshot(
      {
        seed: 'measured',
        nodes: [
          { name: 'one', cores: 4, ...node },
          { name: 'two', cores: 8, ...node },
        ],
        namespaces: [{ name: 'shop' }],
        deployments: [],
        jobs: [],
      },
      new Date(),
    ) as { readonly nodes: readonly object[] };
    const [one, two] = snapshot.nodes;
    const nodes = [{ ...one, cpu_usage_cores: 1, memory_usage_bytes: 2 ** 30 }, two];
    const environment = { DATABASE_URL: tenants.database.url };
    await ingest(environment, 'acme', 'measured', {
      ...snapshot,
      nodes,
      summary: { metrics_available: true },
    });
  }

  const ask = (operation: DocumentedOperation, as?: string, ...query: string[]) => {
    const url = makeUrl(operation, tenants.north.paths, ...query);
    return operation.method === 'post'
      ? tenants.client.post(url, {}, as)
      : tenants.client.get(url, as);
  };
  const read = async (path: string, as = key): Promise<Row> => {
    const { status, text, body } = await tenants.client.get(path, as);
    expect(status, text).to.equal(200);
    return body.data as Row;
  };

  it('responses to a key may not be cached, unless they have an ETag', async () => {
    const expectPrivate = ({ headers }: Answer, what: string) => {
      const expected = headers.has('etag') ? 'private, no-cache' : 'no-store';
      expect(headers.get('cache-control'), what).to.equal(expected);
    };
    for (const operation of keyed) {
      const { path } = operation;
      expectPrivate(await ask(operation, key), path);
      expectPrivate(await ask(operation, key, 'colour=red'), `${path}?colour=red`);
      expectPrivate(await ask(operation), `${path} without a key`);
    }
  });

  it('an error with one detail describes it in the message', async () => {
    let answers = 0;
    for (const operation of keyed.filter(({ hasErrorCodes }) => hasErrorCodes)) {
      const bad = operation.query.map(({ name }) => `${name}=%00`);
      for (const query of ['colour=red', 'basis=', ...bad]) {
        const { status, body, text } = await ask(operation, key, query);
        // An explorer ignores cost_mode; where node groups do not page, they take no notice of paging.
        if (status === 200) continue;
        const { message, details } = body.error;
        if (details?.length !== 1 || details[0].field === undefined) continue;
        const [detail] = details;
        expect(message, text).to.contain(detail.message ?? detail.field);
        expect(message, text).to.contain(detail.field);
        answers += 1;
      }
    }
    expect(answers).to.be.greaterThan(keyed.length);
  });

  it('utilization is use over the allocatable of the nodes that report use', async () => {
    const nodes = (await walk({ client: tenants.client, key, path: '/v1/nodes' }, 500)) as Row[];
    const sumPercent = (rows: readonly Row[]) => {
      const measured = rows.filter(({ utilization }) => utilization.cpu.used_cores !== undefined);
      if (measured.length === 0) return undefined;
      const used = measured.reduce((sum, row) => sum + Number(row.utilization.cpu.used_cores), 0);
      const of = measured.reduce((sum, row) => sum + Number(row.capacity.cpu.allocatable_cores), 0);
      return Math.round((used / of) * 10_000) / 100;
    };
    const levels: [rows: readonly Row[], shown: Row][] = nodes.map((node) => [[node], node]);
    levels.push([nodes, await read('/v1/organization')]);
    for (const cluster of (await read('/v1/clusters')) as Row[]) {
      levels.push([nodes.filter(({ metadata }) => metadata.cluster.id === cluster.id), cluster]);
    }
    for (const group of (await read('/v1/node-groups')) as Row[]) {
      const { name, cluster } = group.metadata;
      const isMember = ({ metadata }: Row) =>
        metadata.node_group === name && metadata.cluster.id === cluster.id;
      levels.push([nodes.filter(isMember), group]);
    }
    for (const [rows, { id, utilization }] of levels) {
      expect(utilization.cpu.utilization_percent, id).to.equal(sumPercent(rows));
    }
    expect(levels.some(([, { utilization }]) => utilization.cpu.utilization_percent > 0)).to.equal(
      true,
    );
  });

  it('a pending cluster has last_seen_at null, and makes the cost of the organization partial', async () => {
    expect((await read('/v1/organization')).cost.partial).to.equal(false);
    const environment = { DATABASE_URL: tenants.database.url };
    const create = ['agent-token', 'create', '--org', 'acme', '--cluster-name', 'later'];
    const { code, stderr } = await costplane(create, environment);
    expect(code, stderr).to.equal(0);

    const clusters = (await read('/v1/clusters')) as Row[];
    const pending = clusters.find(({ metadata }) => metadata.status === 'pending');
    expect(pending).to.have.all.keys('id', 'kind', 'metadata');
    expect(pending!.metadata).to.include({ last_seen_at: null, is_stale: true });
    const { cost } = await read('/v1/organization');
    expect(cost.partial).to.equal(true);
    expect(Number(cost.current_run_rate_hourly.amount)).to.be.greaterThan(0);
  });

  it('an organization without clusters has a run rate of 0.0000', async () => {
    const environment = { DATABASE_URL: tenants.database.url };
    await costplaneJson(['org', 'create', 'empty'], environment);
    const own = await createKey(environment, 'empty');
    const { cost } = await read('/v1/organization', own);
    expect(cost.current_run_rate_hourly).to.eql({ amount: '0.0000', currency: 'USD' });
    expect(cost.partial).to.equal(false);
    const { snapshot } = await read('/v1/organization/dashboard', own);
    expect(snapshot.cost).to.eql(cost);
  });
});
