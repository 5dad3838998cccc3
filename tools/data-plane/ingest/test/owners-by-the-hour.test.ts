import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { repriceLedger } from '../src/reprice/reprice-ledger.ts';
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
} from './sample-snapshot.ts';

/** The ways in which a workload comes to a team: labels of a snapshot, or what a person says. */
interface Way {
  readonly namespaceLabels?: (team: string) => object;
  readonly workloadLabels?: (team: string) => object;
  readonly assigned?: { readonly entityType: string; readonly identifier: string };
}

const asTeam = (team: string) => ({ team });
const ways: Record<string, Way> = {
  'the label of a workload': { workloadLabels: asTeam },
  'the label of its namespace': { namespaceLabels: asTeam },
  'the assignment of a workload': {
    assigned: { entityType: 'workload', identifier: uid('web') },
  },
  'the assignment of its namespace': {
    assigned: { entityType: 'namespace', identifier: 'shop' },
  },
};

const makeLabels = (labels: ((team: string) => object) | undefined, team: string) =>
  labels?.(team) ?? null;

const costs = ['cpu', 'memory', 'idle', 'overhead', 'storage', 'management'];

/** A workload with a volume, beside another of no team. */
const lists = ({ namespaceLabels, workloadLabels }: Way, team: string) => ({
  provider: 'aws',
  kubernetes_version: 'v1.33.4-eks-abc123',
  nodes: [node('n')],
  namespaces: [
    { name: 'shop', labels: makeLabels(namespaceLabels, team) },
    { name: 'other', labels: null },
  ],
  statefulsets: [
    deployment('web', {
      labels: makeLabels(workloadLabels, team),
      volume_claim_templates: ['data'],
    }),
  ],
  deployments: [deployment('rest', { namespace: 'other' })],
  pods: [
    pod('web-0', 'n', { ...ownedBy('StatefulSet', 'web') }),
    pod('rest-1', 'n', { namespace: 'other', ...ownedBy('Deployment', 'rest') }),
  ],
  pvs: [volume('disk', 'data-web-0')],
  pvcs: [claim('data-web-0')],
});

async function assign(warehouse: TestWarehouse, { assigned }: Way, team: string): Promise<void> {
  if (!assigned) return;
  const { entityType, identifier } = assigned;
  await warehouse.query(`
    with team as (
      insert into teams (organization_id, name, origin)
      values ('${warehouse.organizationId}', '${team}', 'native') returning id
    ), gone as (delete from team_assignments)
    insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
      entity_identifier, entity_name, entity_namespace, weight_percentage, source)
    select '${warehouse.organizationId}', '${warehouse.clusterId}', id, '${entityType}',
      '${identifier}', 'web', 'shop', 100, 'user_manual' from team`);
}

const setBook = (warehouse: TestWarehouse, source: string, from: string) => {
  const digest = createHash('sha256').update(source).digest('hex');
  return warehouse.query(`
    insert into price_books (valid_from, source, digest)
    values ('${from}', '${source}', '\\x${digest}')`);
};

const dear = `
currency: USD
rates:
  on_demand: { cpu_core_hour: 0.5, memory_gib_hour: 0.05, gpu_hour: 10 }
  spot: { cpu_core_hour: 0.1, memory_gib_hour: 0.01, gpu_hour: 2 }
storage: { default_gib_month: 0.7 }
control_planes: { aws: { EKS: 0.25 } }
`;

const cheap = dear.replace('0.5', '0.25').replace('0.05', '0.025');

describe('an owner whose team changes at noon', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  /** What the workload cost by the second, by team and bucket of time. */
  const charged = async (table: string, bucket: string) => {
    const rows = await warehouse.query(`
      select teams[1] as team, ${bucket}::text as time, seconds, jsonb_build_array(
        ${costs.map((name) => `round(${name}_cost_seconds / seconds, 9)`).join()}) as costs
      from ${table} as given join owner_descriptions as owner
        on owner.cluster_id = given.cluster_id and id = description_id
      where name = 'web' order by seconds`);
    return rows.map(({ team, time, seconds, costs: each }) => ({
      team,
      time,
      seconds,
      costs: each as number[],
    }));
  };

  for (const [title, way] of Object.entries(ways)) {
    it(`is allocated to each team for its hours, by ${title}`, async () => {
      await assign(warehouse, way, 'red');
      for (const minute of [-2, -1, 0]) {
        await warehouse.ingest(sampleSnapshot(minute, lists(way, 'red')));
      }
      await assign(warehouse, way, 'blue');
      for (const minute of [1, 2, 3]) {
        await warehouse.ingest(sampleSnapshot(minute, lists(way, 'blue')));
      }

      const expectCharges = async () => {
        const hours = await charged('workload_hours', `(hour at time zone 'UTC')`);
        const [rates] = hours.map(({ costs: each }) => each);
        expect(Math.min(...rates!)).to.be.above(0);
        expect(hours).to.eql([
          { team: 'red', time: '2026-07-15 11:00:00', seconds: '120', costs: rates },
          { team: 'blue', time: '2026-07-15 12:00:00', seconds: '180', costs: rates },
        ]);
        expect(await charged('workload_days', 'day')).to.eql(
          hours.map((hour) => ({ ...hour, time: '2026-07-15' })),
        );
        await expectAgreement(warehouse);
        return rates!;
      };
      const before = await expectCharges();

      await setBook(warehouse, dear, '2026-01-01T00:00Z');
      await repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });
      expect(await expectCharges()).to.not.eql(before);

      await setBook(warehouse, cheap, '2026-07-15T12:00Z');
      await repriceLedger(warehouse.db, { from: new Date('2026-07-01T00:00:00Z') });
      const [red, blue] = await charged('workload_days', 'day');
      expect(Number(red?.costs[0])).to.be.above(Number(blue?.costs[0]));
      await expectAgreement(warehouse, { areNodesExact: false });
    });
  }

  it('has all descriptions of its namespace on the day, the newest apart', async () => {
    const way: Way = { namespaceLabels: asTeam };
    for (const [minute, team] of [
      [0, 'red'],
      [1, 'red'],
      [2, 'blue'],
      [3, 'red'],
    ] as const) {
      await warehouse.ingest(sampleSnapshot(minute, lists(way, team)));
    }
    expect(
      await warehouse.one(`
        select newest.teams, (
          select json_agg(teams order by id) from owner_descriptions as owner
          where owner.cluster_id = namespace_days.cluster_id and id = any(description_ids)
        ) as all_teams
        from namespace_days join owner_descriptions as newest
          on newest.cluster_id = namespace_days.cluster_id and newest.id = description_id
        where namespace_days.namespace = 'shop'`),
    ).to.eql({ teams: ['red'], all_teams: [['red'], ['blue']] });
  });
});

describe('what the ledger keeps of labels and annotations', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  const report = (minute: number, own: Record<string, object>, ofNamespace: object) =>
    warehouse.ingest(
      sampleSnapshot(minute, {
        nodes: [node('n')],
        namespaces: [{ name: 'shop', labels: null, ...ofNamespace }],
        deployments: [deployment('web', own)],
        pods: [
          pod('web-1', 'n', { ...ownedBy('Deployment', 'web') }),
          pod('bare', 'n', { owner_kind: '', owner_name: '', owner_uid: '' }),
        ],
      }),
    );
  const descriptions = () =>
    warehouse.query(`
      select name, labels, annotations, namespace_labels, namespace_annotations, seconds
      from workload_hours as given join owner_descriptions as owner
        on owner.cluster_id = given.cluster_id and id = description_id
      order by name desc, id, hour`);

  it('are those of the owner and its namespace at the time', async () => {
    const labels = { labels: { app: 'web' } };
    const note = (text: string) => ({ annotations: { 'example.com/note': text } });
    // A report describes the time since the one before.
    await report(0, { ...labels, ...note('one') }, { labels: { env: 'a' }, ...note('first') });
    await report(1, { ...labels, ...note('one') }, { labels: { env: 'a' }, ...note('first') });
    await report(2, { ...labels, ...note('two') }, { labels: { env: 'a' }, ...note('first') });
    await report(3, { ...labels, ...note('two') }, { labels: { env: 'b' }, ...note('second') });

    const web = { name: 'web', ...labels, seconds: '60' };
    const inFirst = {
      namespace_labels: { env: 'a' },
      namespace_annotations: { 'example.com/note': 'first' },
    };
    const inSecond = {
      namespace_labels: { env: 'b' },
      namespace_annotations: { 'example.com/note': 'second' },
    };
    const shop = { name: 'shop', namespace_labels: {}, namespace_annotations: {} };
    const rows = await descriptions();
    expect(rows.filter(({ name }) => name === 'web')).to.eql([
      { ...web, ...note('one'), ...inFirst },
      { ...web, ...note('two'), ...inFirst },
      { ...web, ...note('two'), ...inSecond },
    ]);
    expect(rows.filter(({ name }) => name === 'shop')).to.eql([
      { ...shop, labels: { env: 'a' }, ...note('first'), seconds: '120' },
      { ...shop, labels: { env: 'b' }, ...note('second'), seconds: '60' },
    ]);
  });

  it('are not those of the namespace if they are more than 64 KiB', async () => {
    const annotations = Object.fromEntries(
      Array.from({ length: 20 }, (_, nth) => [`example.com/${nth}`, 'x'.repeat(4_000)]),
    );
    await report(0, {}, { annotations });
    await report(1, {}, { annotations });
    expect(
      (await descriptions()).map((row) => [
        row.name,
        Object.keys(row.annotations as object).length,
        row.namespace_annotations,
      ]),
    ).to.eql([
      ['web', 0, {}],
      ['shop', 20, {}],
    ]);
  });

  it('is no annotation that Kubernetes keeps itself', async () => {
    const rollout = (revision: string) => ({
      annotations: {
        'deployment.kubernetes.io/revision': revision,
        'cluster-autoscaler.k8s.io/x': revision,
        'notkubernetes.io/y': 'stays',
      },
    });
    for (const minute of [0, 1, 2]) await report(minute, rollout(`${minute}`), {});

    const web = (await descriptions()).filter(({ name }) => name === 'web');
    expect(web.map(({ annotations }) => annotations)).to.eql([{ 'notkubernetes.io/y': 'stays' }]);
  });
});
