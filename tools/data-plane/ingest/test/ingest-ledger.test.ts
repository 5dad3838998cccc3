import { expect } from 'chai';
import { type Kysely, type KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { type Warehouse } from '@costplane/warehouse';
import { setTimeout as sleep } from 'node:timers/promises';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { prepareMonths } from '../src/write/ledger/prepare-months.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import {
  claim,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  uid,
  volume,
  workload,
} from './sample-snapshot.ts';

type Lists = Record<string, unknown>;

const tables = [
  'cluster_hours',
  'cluster_days',
  'namespace_hours',
  'namespace_days',
  'workload_hours',
  'workload_days',
  'node_hours',
  'node_days',
  'container_days',
  'owner_descriptions',
];

describe('the ledger that ingest keeps', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  const query = (text: string) => warehouse.query(text);
  const one = (text: string) => warehouse.one(text);
  const ingest = (minute: number, lists: Lists = web) =>
    warehouse.ingest(sampleSnapshot(minute, lists));
  const dump = async () =>
    (await Promise.all(tables.map((table) => query(`select to_jsonb(t)::text from ${table} t`))))
      .map((rows) => JSON.stringify(rows))
      .join('\n');

  const web: Lists = {
    nodes: [node('n')],
    deployments: [deployment('web')],
    pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
  };

  it('describes an owner whose labels change in every report 24 times a day at most', async () => {
    const labelled = (minute: number) => ({
      ...web,
      deployments: [deployment('web', { labels: { build: `${minute}` } })],
    });
    for (let minute = 0; minute < 40; minute += 1) await ingest(minute, labelled(minute));
    const described = (day: string) =>
      one(`select count(*)::integer as count, max((labels ->> 'build')::integer) as newest
        from owner_descriptions where name = 'web' and described_on = '${day}'`);
    expect(await described('2026-07-15')).to.eql({ count: 24, newest: 24 });
    expect(
      await query(`select count(*)::integer as days, sum(cpu_cost_seconds) > 0 as is_charged
        from workload_days as day join owner_descriptions as description
          on description.cluster_id = day.cluster_id and description.id = day.description_id
        where description.name = 'web'`),
    ).to.eql([{ days: 24, is_charged: true }]);
    const nextDay = 24 * 60;
    await ingest(nextDay, labelled(nextDay));
    await ingest(nextDay + 1, labelled(nextDay + 1));
    expect((await described('2026-07-16')).newest).to.equal(nextDay + 1);
    await expectAgreement(warehouse);
  });

  it('charges the new team of such an owner, with one more description', async () => {
    for (let minute = 0; minute <= 28; minute += 1) {
      const labels = { build: `${minute}`, ...(minute > 25 && { team: 'late' }) };
      await ingest(minute, { ...web, deployments: [deployment('web', { labels })] });
    }
    expect(
      await one(`select count(*)::integer as days, max(seconds)::integer as longest,
          sum(seconds) filter (where teams = '{late}')::integer as late
        from workload_days as day join owner_descriptions as description
          on description.cluster_id = day.cluster_id and description.id = day.description_id
        where description.name = 'web'`),
    ).to.eql({ days: 25, longest: 180, late: 180 });
  });

  it('adds nothing for the first snapshot, then the time since the previous one', async () => {
    await ingest(0);
    expect(await query('select from cluster_days')).to.eql([]);
    await ingest(1);
    await ingest(3);
    expect(
      await one('select hour, seconds, covered, cpu_cost_seconds::text as cpu from cluster_hours'),
    ).to.eql({
      hour: new Date('2026-07-15T12:00:00Z'),
      seconds: '180',
      covered: '{["2026-07-15 12:00:00+00","2026-07-15 12:03:00+00")}',
      // A core at 0.031611 an hour, for 180 seconds.
      cpu: '5.68998',
    });
    await expectAgreement(warehouse);
  });

  it('adds nothing for a duplicate or late snapshot', async () => {
    await ingest(0);
    await ingest(2);
    const before = await dump();
    expect((await ingest(2)).status).to.equal('duplicate');
    expect((await ingest(1)).status).to.equal('older');
    expect(await dump()).to.equal(before);
  });

  it('omits a gap, except its last three minutes', async () => {
    for (const minute of [0, 1, 31]) await ingest(minute);
    expect(await one('select seconds, covered from node_hours')).to.eql({
      seconds: '240',
      covered:
        '{["2026-07-15 12:00:00+00","2026-07-15 12:01:00+00"),["2026-07-15 12:28:00+00","2026-07-15 12:31:00+00")}',
    });
  });

  it('splits the time at midnight, and creates partitions in advance', async () => {
    // A database that is not copied from the template has no partitions yet.
    await warehouse.close();
    warehouse = await openTestWarehouse({ isDistributed: false });
    await ingest(16 * 24 * 60 + 12 * 60 - 1);
    await ingest(16 * 24 * 60 + 12 * 60 + 1);
    expect(
      await query('select day::text, seconds from container_days order by container_days.day'),
    ).to.eql([
      { day: '2026-07-31', seconds: '60' },
      { day: '2026-08-01', seconds: '60' },
    ]);
    const { months } = await one(`select array_agg(right(relname, 7) order by relname) as months
      from pg_class where relname ~ '^container_days_[0-9_]{7}$'`);
    expect(months).to.eql(['2026_07', '2026_08', '2026_09', '2026_10']);
    await expectAgreement(warehouse);
  });

  it('creates partitions without blocking other ingests for long', async () => {
    const writer = await warehouse.db.startTransaction().execute();
    await sql`update clusters set name = name`.execute(writer);
    const preparing = prepareMonths(warehouse.db, {
      from: Date.parse('2031-01-01T00:00:00Z'),
      to: Date.parse('2031-01-01T00:00:00Z'),
    });
    const waiting = `select 1 from pg_locks where not granted and relation = 'clusters'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await query(waiting)).length === 0) await sleep(5);
    // As another ingest does while the first one is still in progress.
    await query(`set lock_timeout = '2s'; update clusters set name = name where false`);
    await writer.rollback().execute();
    await preparing;
    expect(await query(`select 1 where to_regclass('container_days_2031_03') is null`)).to.eql([]);
  });

  it('begins with the first day', async () => {
    const first = Date.parse('0001-01-01T00:00:00Z');
    for (const minute of [0, 1]) {
      await warehouse.ingest({
        ...sampleSnapshot(minute, web),
        timestamp: first + minute * 60_000,
      });
    }
    expect(await one('select day::text, seconds from cluster_days')).to.eql({
      day: '0001-01-01',
      seconds: '60',
    });
  });

  it('combines known and unknown costs', async () => {
    const blank = { cpu_capacity_cores: 0, memory_capacity_bytes: 0 };
    const pricedAs = (change: Lists) => ({ ...web, nodes: [node('n', change)] });
    await ingest(0, pricedAs(blank));
    await ingest(1, pricedAs(blank));
    const costs = () =>
      one(`select bill.cpu_cost_seconds as cpu, bill.is_compute_partial as partial,
        bill.compute_pricing_sources as sources,
        bill.on_demand_compute_cost_seconds as on_demand,
        given.cpu_requested_core_seconds as requested
        from cluster_days as bill left join workload_days as given
          on given.cluster_id = bill.cluster_id`);
    expect(await costs()).to.eql({
      cpu: null,
      partial: true,
      sources: [],
      on_demand: null,
      requested: '60',
    });
    await ingest(2, pricedAs({}));
    await ingest(
      3,
      pricedAs({ provider_id: 'aws:///x', instance_type: 'm6i.2xlarge', region: 'us-east-1' }),
    );
    expect(await costs()).to.deep.include({
      partial: true,
      sources: ['default_rates', 'price_book'],
      requested: '180',
    });
    expect((await costs()).cpu).to.match(/^\d+\.\d+$/);
    await expectAgreement(warehouse);
  });

  it('separates the cost of a pod while its node is not listed', async () => {
    await ingest(0);
    await ingest(1);
    await ingest(2, { ...web, nodes: [node('other')] });
    expect(
      await query('select node_uid, seconds from container_days order by node_uid nulls last'),
    ).to.eql([
      { node_uid: uid('n'), seconds: '60' },
      { node_uid: null, seconds: '60' },
    ]);
    await expectAgreement(warehouse);
    expect(await one('select is_compute_partial from cluster_hours')).to.eql({
      is_compute_partial: true,
    });
  });

  it('separates the cost of a pod before its owner was known', async () => {
    const owned = (kind: string, name: string) => ({
      ...web,
      pods: [pod('web-1', 'n', ownedBy(kind, name))],
    });
    await ingest(0, owned('ReplicaSet', 'web-5d8f'));
    await ingest(1, owned('ReplicaSet', 'web-5d8f'));
    await ingest(3, owned('Deployment', 'web'));
    const parts = await query(`
      select owner.kind, given.seconds, trim_scale(cpu_requested_core_seconds) as requested
      from container_days as given join owner_descriptions as owner
        on owner.cluster_id = given.cluster_id and owner.id = description_id
      order by given.seconds`);
    expect(parts.map(({ kind }) => kind)).to.eql(['ReplicaSet', 'Deployment']);
    expect(parts.map(({ seconds, requested }) => [seconds, requested])).to.eql([
      ['60', '60'],
      ['120', '120'],
    ]);
    await expectAgreement(warehouse);
  });

  it('includes nodes and volumes that are stale', async () => {
    const lists = {
      ...web,
      pvs: [volume('v', 'data-db-0')],
      pvcs: [claim('data-db-0')],
      statefulsets: [
        workload('db', {
          replicas: 1,
          available_replicas: 1,
          volume_claim_templates: ['data'],
        }),
      ],
    };
    await ingest(0, lists);
    await ingest(1, lists);
    const costs = () =>
      one(`select trim_scale(bill.cpu_cost_seconds / bill.seconds) as cpu,
        trim_scale(bill.storage_cost_seconds / bill.seconds) as storage,
        trim_scale(given.storage_cost_seconds / given.seconds) as of_db,
        trim_scale(given.seconds) as known
        from cluster_hours as bill left join workload_hours as given
          on given.cluster_id = bill.cluster_id and workload_uid = '${uid('db')}'`);
    const before = await costs();
    expect(before.of_db).to.equal(before.storage);
    const staleResources = ['nodes', 'pvs', 'statefulsets', 'namespaces'];
    await ingest(2, {
      pods: web.pods,
      deployments: web.deployments,
      health: { stale_resources: staleResources },
    });
    expect(await costs()).to.eql({ ...before, known: '120' });
    await expectAgreement(warehouse);
  });

  describe('describes owners', () => {
    const descriptions = () =>
      query(`select kind, namespace, name, labels, teams, departments from owner_descriptions
        order by id`);
    const labelled = (labels: Lists | null, ofNamespace: Lists | null = null) => ({
      ...web,
      namespaces: [{ name: 'shop', labels: ofNamespace }],
      deployments: [deployment('web', { labels })],
    });
    const own = { kind: '', namespace: 'shop', name: 'shop' };
    const ofWeb = { kind: 'Deployment', namespace: 'shop', name: 'web' };

    it('once, for as long as it is the same', async () => {
      for (const minute of [0, 1, 2, 3]) await ingest(minute, labelled({ app: 'web' }));
      expect(await descriptions()).to.eql([
        { ...own, labels: {}, teams: [], departments: [] },
        { ...ofWeb, labels: { app: 'web' }, teams: [], departments: [] },
      ]);
      await ingest(4, labelled({ app: 'web', tier: 'front' }));
      await ingest(5, labelled({ app: 'web', tier: 'front' }));
      // No number is used up for what is known already.
      expect(
        await query(`select id, labels from owner_descriptions where kind <> '' order by id`),
      ).to.eql([
        { id: '2', labels: { app: 'web' } },
        { id: '3', labels: { app: 'web', tier: 'front' } },
      ]);
      await ingest(6, labelled({ app: 'web' }));
      for (const table of ['workload_hours', 'workload_days', 'container_days']) {
        expect(
          await query(`select description_id, seconds from ${table} order by 1`),
          table,
        ).to.eql([
          { description_id: '2', seconds: '240' },
          { description_id: '3', seconds: '120' },
        ]);
      }
      expect(await one('select description_id, description_ids from namespace_days')).to.eql({
        description_id: '1',
        description_ids: ['1'],
      });
    });

    it('with its teams and their departments', async () => {
      const lists = labelled({ team: 'core' }, { team: 'web', department: 'product' });
      for (const minute of [0, 1]) await ingest(minute, lists);
      const readTeams = async (kind: string) =>
        one(`select teams, departments from owner_descriptions where kind = '${kind}'
          order by id desc limit 1`);
      expect(await readTeams('Deployment')).to.eql({ teams: ['core'], departments: [] });
      expect(await readTeams('')).to.eql({ teams: ['web'], departments: ['product'] });

      await sql`
        insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select organization_id, ${warehouse.clusterId}, id, 'workload', ${uid('web')}, 'web', 'shop',
          50, 'user_manual'
        from teams where name in ('core', 'web')`.execute(warehouse.db);
      await ingest(2, lists);
      expect(await readTeams('Deployment')).to.eql({
        teams: ['core', 'web'],
        departments: ['product'],
      });
    });

    it('with the department of its own label, where a namespace is of no team', async () => {
      for (const minute of [0, 1]) await ingest(minute, labelled(null, { department: 'ops' }));
      expect(await descriptions()).to.eql([
        { ...own, labels: { department: 'ops' }, teams: [], departments: ['ops'] },
        { ...ofWeb, labels: {}, teams: [], departments: [] },
      ]);
    });
  });

  it('has the properties of the cluster on the day', async () => {
    await ingest(0);
    await ingest(1, { ...web, provider: 'gcp', region: 'europe-west1' });
    expect(
      await one('select name, provider, service, region, environment from cluster_days'),
    ).to.eql({
      name: 'cluster',
      provider: 'gcp',
      service: '',
      region: 'europe-west1',
      environment: 'production',
    });
  });

  it('is written with a constant number of statements', async () => {
    const statements = async (minute: number, pods: number) => {
      const counted = countStatements(warehouse.db);
      const snapshot = sampleSnapshot(minute, {
        ...web,
        namespaces: [{ name: 'shop', labels: { team: 'web' } }],
        pods: Array.from({ length: pods }, (_, index) => pod(`web-${index}`, 'n')),
      });
      const { organizationId, clusterId: id } = warehouse;
      await ingestSnapshot(counted.db, { organizationId, cluster: { id }, snapshot });
      return counted.count();
    };
    await statements(0, 10);
    await statements(1, 10);
    const unchanged = await statements(2, 10);
    expect(unchanged).to.be.greaterThan(20);
    const few = await statements(3, 20);
    expect(await statements(4, 500)).to.equal(few);
    expect(await statements(5, 500)).to.equal(unchanged);
  });
});

function countStatements(db: Kysely<Warehouse>): { db: Kysely<Warehouse>; count: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node: query }) => {
      statements++;
      return query;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: db.withPlugin(plugin), count: () => statements };
}
