import { expect } from 'chai';
import {
  formatFixedPoint,
  shippedPriceBook,
  type ClusterPrices,
  type PriceBook,
} from '@costplane/pricing';
import { createHash } from 'node:crypto';
import { ingestHistory } from '../src/ingest-history.ts';
import { clusterPricesOver } from '../src/prices/cluster-prices-over.ts';
import { priceBookAt } from '../src/prices/price-book-at.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import {
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  volume,
} from './sample-snapshot.ts';

const noon = '2026-07-15T12:00:00Z';

/** A book in which a core costs so much. */
const book = (cores: string, { currency = 'USD', clusters = '[]' } = {}) => `currency: ${currency}
rates: { on_demand: { cpu_core_hour: ${cores}, memory_gib_hour: 0.003, gpu_hour: 1 } }
clusters: ${clusters}`;

describe('price books', () => {
  let warehouse: TestWarehouse;
  before(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(async () => {
    await warehouse.query(
      'truncate price_books, clusters, owner_descriptions, cluster_days, cluster_hours cascade',
    );
    await warehouse.query(`update organizations set currency = 'USD'`);
    const { organizationId, clusterId } = warehouse;
    await warehouse.query(
      `insert into clusters (organization_id, id, name) values ('${organizationId}', '${clusterId}', 'cluster')`,
    );
  });
  after(() => warehouse.close());

  const set = async (
    text: string,
    from: string,
    { isOwn = false, isSuperseded = false } = {},
  ): Promise<void> => {
    const digest = createHash('sha256').update(text).digest('hex');
    const owner = isOwn ? `'${warehouse.organizationId}'` : 'null';
    await warehouse.query(
      `insert into price_books (organization_id, valid_from, superseded_at, source, digest)
        values (${owner}, '${from}', ${isSuperseded ? 'now()' : 'null'}, '${text}', '\\x${digest}')`,
    );
  };
  const cores = ({ rates }: Pick<PriceBook, 'rates'>) => formatFixedPoint(rates.onDemand!.cpu);
  const coresAt = async (at: string, organizationId: string | null = warehouse.organizationId) =>
    cores(await priceBookAt(warehouse.db, organizationId, new Date(at)));
  const readCores = ({ layers }: ClusterPrices) => cores(layers[0]!.list);
  const layersAt = async (at: string) => readCores(await pricesAt(at));
  const pricesAt = async (at: string) => {
    const time = Date.parse(at);
    return (await clusterPricesOver(warehouse.db, warehouse, { from: time, to: time })).at(time);
  };
  const ingest = (minute: number) =>
    warehouse.ingest(
      sampleSnapshot(minute, {
        nodes: [node('n')],
        deployments: [deployment('web')],
        pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
        pvs: [volume('v', null)],
      }),
    );

  it('that have no price of any GPU leave out its component, not the others', async () => {
    await set(book('1'), '2026-01-01');
    const onGpu = { ...ownedBy('Deployment', 'web'), containers: [container({ gpu_request: 1 })] };
    await warehouse.ingest(
      sampleSnapshot(0, {
        // The book has no spot rates.
        nodes: [
          node('n'),
          node('gpu', { capacity_type: 'spot', gpu_capacity: 1, gpu_allocatable: 1 }),
        ],
        deployments: [deployment('web')],
        pods: [pod('web-1', 'n', ownedBy('Deployment', 'web')), pod('web-2', 'gpu', onGpu)],
      }),
    );
    for (const table of ['clusters', 'namespaces', 'workloads']) {
      expect(
        await warehouse.one(
          `select compute_gpu_hourly as gpu, run_rate_legacy_hourly > 0 as is_known from ${table}`,
        ),
        table,
      ).to.eql({ gpu: null, is_known: true });
    }
  });

  it('are valid from their times on; that of the organization takes precedence', async () => {
    await set(book('1'), '2026-01-01');
    await set(book('2'), '2026-03-01');
    await set(book('3'), '2026-02-01', { isOwn: true });
    await set(book('4'), '2026-04-01', { isOwn: true, isSuperseded: true });
    expect(await priceBookAt(warehouse.db, null, new Date('2025-12-31T23:59:59.999Z'))).to.equal(
      shippedPriceBook(),
    );
    expect(await coresAt('2026-01-01T00:00:00Z')).to.equal('1');
    expect(await coresAt('2026-01-31')).to.equal('1');
    expect(await coresAt('2026-02-01')).to.equal('3');
    expect(await coresAt('2026-07-01')).to.equal('3');
    expect(await coresAt('2026-07-01', null)).to.equal('2');
    expect(await coresAt('2026-07-01', '0d9c0000-0000-4000-8000-000000000001')).to.equal('2');
  });

  it('of an organization are valid until it uses the common ones again', async () => {
    await set(book('1'), '2026-01-01');
    await set(book('2'), '2026-02-01', { isOwn: true });
    await warehouse.query(
      `insert into price_books (organization_id, valid_from)
        values ('${warehouse.organizationId}', '2026-03-01')`,
    );
    await set(book('4'), '2026-04-01');
    await set(book('5'), '2026-05-01', { isOwn: true });
    const times = ['2026-01-31', '2026-02-28', '2026-03-01', '2026-04-01', '2026-05-01'];
    const found: string[] = [];
    for (const time of times) {
      found.push(await coresAt(time));
      expect(await layersAt(time)).to.equal(found.at(-1));
    }
    expect(found).to.eql(['1', '2', '1', '4', '5']);
    const [from, to] = [Date.parse('2026-01-15'), Date.parse('2026-06-01')];
    const { changes } = await clusterPricesOver(warehouse.db, warehouse, { from, to });
    expect(changes.map(({ prices }) => readCores(prices))).to.eql(found);
  });

  it('are found by their text: an organization that was moved may have one of the same id', async () => {
    const restart = () =>
      warehouse.query(`select setval(pg_get_serial_sequence('price_books', 'id'), 1)`);
    await restart();
    await set(book('21'), '2026-01-01');
    await restart();
    await set(book('22'), '2026-02-01', { isOwn: true });
    expect([await coresAt('2026-02-01'), await coresAt('2026-01-01')]).to.eql(['22', '21']);
    const [from, to] = [Date.parse('2026-01-15'), Date.parse('2026-06-01')];
    const { changes } = await clusterPricesOver(warehouse.db, warehouse, { from, to });
    expect(changes.map(({ prices }) => readCores(prices))).to.eql(['21', '22']);
  });

  it('are parsed once, and again if their text changes', async () => {
    await set(book('5'), '2026-01-01');
    const at = new Date(noon);
    const first = await priceBookAt(warehouse.db, null, at);
    expect(await priceBookAt(warehouse.db, null, at)).to.equal(first);
    await set(book('6'), '2026-02-01');
    expect(cores(await priceBookAt(warehouse.db, null, at))).to.equal('6');
  });

  it('have overrides for a cluster, by id or by the names of cluster and organization', async () => {
    const { clusterId } = warehouse;
    const own = '{ on_demand: { cpu_core_hour: 9, memory_gib_hour: 9, gpu_hour: 9 } }';
    const entries = [
      `[{ cluster: cluster, organization: test, rates: ${own} }]`,
      `[{ cluster: ${clusterId}, rates: ${own} }]`,
      `[{ cluster: cluster, organization: other, rates: ${own} }]`,
    ];
    for (const [index, clusters] of entries.entries())
      await set(book('1', { clusters }), `2026-0${index + 1}-01`);
    const first = async (at: string) => cores((await pricesAt(at)).layers[0]!.list);
    expect([
      await first('2026-01-15'),
      await first('2026-02-15'),
      await first('2026-03-15'),
    ]).to.eql(['9', '9', '1']);
  });

  it('for an interval are the same as at each of its instants', async () => {
    await set(book('1'), '2026-02-01');
    await set(book('2'), '2026-03-01T06:00:00Z', { isOwn: true });
    await set(book('3'), '2026-04-01');
    const from = Date.parse('2026-01-15');
    const to = Date.parse('2026-05-01');
    const timeline = await clusterPricesOver(warehouse.db, warehouse, { from, to });
    expect(timeline.changes.map((change) => new Date(change.from).toISOString())).to.eql([
      '2026-01-15T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T06:00:00.000Z',
    ]);
    for (let time = from; time <= to; time += 6 * 3_600_000)
      expect(cores(timeline.at(time).layers[0]!.list)).to.equal(
        await coresAt(new Date(time).toISOString()),
      );
    const day = (text: string) => timeline.versionsOn(new Date(text));
    expect(day('2026-02-01')).to.equal(day('2026-02-28')).and.not.equal(day('2026-01-31'));
    expect(day('2026-03-01')).not.to.be.oneOf([day('2026-02-28'), day('2026-03-02')]);
  });

  it('price a snapshot at its own time, and the interval before it with the books valid then', async () => {
    await set(book('0.1'), '2026-07-15T12:02:00Z');
    const nodePrices = async () =>
      (await warehouse.one(
        'select compute_cpu_hourly::text as cpu, pricing_source from nodes',
      )) as {
        cpu: string;
      };
    await ingest(0);
    await ingest(1);
    expect((await nodePrices()).cpu).to.equal('0.252888');
    await ingest(2);
    expect(await nodePrices()).to.eql({ cpu: '0.8', pricing_source: 'default_rates' });
    await ingest(3);
    // A core at 0.031611 for two minutes, and at 0.1 for one.
    expect(await warehouse.one('select cpu_cost_seconds::text as cpu from cluster_hours')).to.eql({
      cpu: '9.79332',
    });
    await expectAgreement(warehouse);
    const listed = `instances: { on-prem: { "*": { bm.8c32g: 1.12 } } }`;
    await set(`${book('0.1')}\n${listed}`, '2026-07-15T12:04:00Z');
    await ingest(4);
    // 1.12 for what the rates make 0.8 and 0.096.
    expect(await nodePrices()).to.eql({ cpu: '1', pricing_source: 'price_book' });
    await expectAgreement(warehouse);
  });

  it('price what the agent cannot see, from the instant at which they change', async () => {
    const managed = (cores: string, gibMonth: number, fee: number) => `${book(cores)}
storage: { classes: { aws: { here: { fast: ${gibMonth} } } } }
control_planes: { aws: { EKS: ${fee} } }`;
    await set(managed('0.1', 73, 0.1), '2020-01-01');
    await set(managed('0.2', 146, 0.4), '2026-07-15T12:01:30Z');
    await set(managed('0.1', 73, 0.1), '2026-07-15T12:02:30Z');
    const deployments = [deployment('web')];
    const eks = { provider: 'aws', kubernetes_version: 'v1.33.4-eks-1', deployments };
    const seen = { ...eks, nodes: [node('n')], pvs: [volume('v', null)] };
    const unseen = { region: '', deployments, health: { stale_resources: ['nodes', 'pvs'] } };
    const state = () =>
      warehouse.one(`
        select (select compute_cpu_hourly::text from nodes) as cpu,
          (select on_demand_equivalent_hourly::text from nodes) as node,
          (select storage_pv_hourly::text from persistent_volumes) as volume,
          (select management_hourly::text from clusters) as fee,
          (select run_rate_all_hourly::text from clusters) as rate`);
    const before = { cpu: '0.8', node: '0.896', volume: '1', fee: '0.1', rate: '1.996' };
    for (const minute of [0, 1])
      await warehouse.ingest(sampleSnapshot(minute, minute === 0 ? seen : unseen));
    expect(await state()).to.eql(before);
    await warehouse.ingest(sampleSnapshot(2, unseen));
    expect(await state()).to.eql({
      cpu: '1.6',
      node: '1.696',
      volume: '2',
      fee: '0.4',
      rate: '4.096',
    });
    // 90 seconds at the first prices, 30 at the others.
    expect(
      await warehouse.one(`
        select unallocated_compute_cost_seconds::text as nodes,
          unallocated_storage_cost_seconds::text as volumes,
          unallocated_management_cost_seconds::text as fee from cluster_hours`),
    ).to.eql({ nodes: '131.52', volumes: '150', fee: '21' });
    await expectAgreement(warehouse);
    await warehouse.ingest(sampleSnapshot(3, seen));
    expect(await state()).to.eql(before);
  });

  it('split the time of a snapshot at the instant at which they change', async () => {
    await set(book('0.1'), '2020-01-01');
    await set(book('0.2'), '2026-07-15T12:00:20Z');
    await set(book('0.3'), '2026-07-15T12:00:50Z');
    await ingest(0);
    await ingest(1);
    const { cpu, seconds, covered } = await warehouse.one(
      'select cpu_cost_seconds::text as cpu, seconds::text, covered::text from cluster_hours',
    );
    expect({ cpu, seconds }).to.eql({ cpu: '11', seconds: '60' });
    expect(covered).to.equal('{["2026-07-15 12:00:00+00","2026-07-15 12:01:00+00")}');
    await expectAgreement(warehouse);
  });

  it('price a late snapshot with the books valid at its time', async () => {
    await set(book('0.1'), '2020-01-01');
    await ingest(0);
    await set(book('0.2'), '2026-08-01');
    await ingest(1);
    expect(await warehouse.one('select cpu_cost_seconds::text as cpu from cluster_hours')).to.eql({
      cpu: '6',
    });
  });

  it('in another currency make all costs unknown', async () => {
    await set(book('0.1', { currency: 'EUR' }), '2020-01-01');
    await ingest(0);
    await ingest(1);
    expect(
      await warehouse.one(
        'select compute_cpu_hourly as cpu, on_demand_equivalent_hourly as demand, pricing_source from nodes',
      ),
    ).to.eql({ cpu: null, demand: null, pricing_source: 'unknown' });
    expect(
      await warehouse.one(
        'select storage_pv_hourly as price, pricing_source from persistent_volumes',
      ),
    ).to.eql({ price: null, pricing_source: 'unknown' });
    expect(
      (await warehouse.one('select sum(cpu_cost_seconds)::text as cpu from cluster_hours')).cpu,
    ).to.be.oneOf([null, '0']);
  });

  it('price an organization of their currency', async () => {
    await warehouse.query(`update organizations set currency = 'EUR'`);
    await set(book('0.1', { currency: 'EUR' }), '2020-01-01', { isOwn: true });
    await ingest(0);
    expect((await warehouse.one('select compute_cpu_hourly::text as cpu from nodes')).cpu).to.equal(
      '0.8',
    );
  });

  it('price each day of a history with the books valid on it, even for identical days', async () => {
    await set(book('0.1'), '2026-07-14');
    await ingest(0);
    await ingestHistory(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      since: new Date('2026-07-12T00:00:00Z'),
      stepSeconds: 6 * 3600,
      snapshotAt: () =>
        sampleSnapshot(0, {
          nodes: [node('n')],
          deployments: [deployment('web')],
          pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
        }),
      alike: () => 'every day',
    });
    expect(
      await warehouse.query(
        'select day::text, cpu_cost_seconds::text as cpu from cluster_days order by day',
      ),
    ).to.eql([
      { day: '2026-07-12', cpu: '2731.1904' },
      { day: '2026-07-13', cpu: '2731.1904' },
      { day: '2026-07-14', cpu: '8640' },
      { day: '2026-07-15', cpu: '4320' },
    ]);
  });
});
