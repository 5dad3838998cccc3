import { expect } from 'chai';
import { Ledger } from './ledger.ts';
import { bothDays, spendWorkedExample } from './worked-example.ts';

/** What a row is called, in which cluster, and what it costs. */
type Expected = readonly (readonly [name: string, cluster: string, totalCost: string])[];

interface Expectation {
  readonly rows: Expected;
  readonly total: string;
  readonly unallocated: string;
}

const nodesLoaded: Expected = [
  ['e1', 'east', '17.7500'],
  ['e2', 'east', '17.7500'],
  ['w1', 'west', '6.0000'],
];
const nodesDirect: Expected = [
  ['e1', 'east', '14.0000'],
  ['e2', 'east', '11.0000'],
  ['w1', 'west', '4.0000'],
];
const typed = (rows: Expected): Expected =>
  rows.map(([node, ...rest]) => [node === 'e2' ? 'g5.xlarge' : 'm5.large', ...rest] as const);

/** By grouping, cost mode and basis, most expensive first; computed from the worked example. */
const expectations: Record<string, Record<string, Expectation>> = {
  workload: {
    'fully_loaded legacy': {
      rows: [
        ['agent', 'east', '13.0000'],
        ['api', 'east', '10.2500'],
        ['db', 'east', '7.5000'],
        ['api', 'west', '5.0000'],
        ['night', 'east', '0.0000'],
      ],
      total: '35.7500',
      unallocated: '5.7500',
    },
    'fully_loaded all': {
      rows: [
        ['db', 'east', '13.3000'],
        ['agent', 'east', '13.2000'],
        ['api', 'east', '10.7500'],
        ['api', 'west', '5.0000'],
        ['night', 'east', '0.0000'],
      ],
      total: '42.2500',
      unallocated: '9.1500',
    },
    'workload_only legacy': {
      rows: [
        ['agent', 'east', '10.0000'],
        ['api', 'east', '8.0000'],
        ['db', 'east', '6.0000'],
        ['api', 'west', '4.0000'],
        ['night', 'east', '0.0000'],
      ],
      total: '28.0000',
      unallocated: '1.0000',
    },
    'workload_only all': {
      rows: [
        ['db', 'east', '11.0000'],
        ['agent', 'east', '10.0000'],
        ['api', 'east', '8.0000'],
        ['api', 'west', '4.0000'],
        ['night', 'east', '0.0000'],
      ],
      total: '33.0000',
      unallocated: '2.0000',
    },
  },
  namespace: {
    'fully_loaded legacy': {
      rows: [
        ['shop', 'east', '19.5000'],
        ['system', 'east', '13.0000'],
        ['shop', 'west', '5.0000'],
        ['batch', 'east', '0.0000'],
      ],
      total: '37.5000',
      unallocated: '4.0000',
    },
    'fully_loaded all': {
      rows: [
        ['shop', 'east', '26.9500'],
        ['system', 'east', '13.2000'],
        ['shop', 'west', '5.0000'],
        ['batch', 'east', '0.0000'],
      ],
      total: '45.1500',
      unallocated: '6.2500',
    },
    'workload_only legacy': {
      rows: [
        ['shop', 'east', '15.0000'],
        ['system', 'east', '10.0000'],
        ['shop', 'west', '4.0000'],
        ['batch', 'east', '0.0000'],
      ],
      total: '29.0000',
      unallocated: '0.0000',
    },
    'workload_only all': {
      rows: [
        ['shop', 'east', '21.0000'],
        ['system', 'east', '10.0000'],
        ['shop', 'west', '4.0000'],
        ['batch', 'east', '0.0000'],
      ],
      total: '35.0000',
      unallocated: '0.0000',
    },
  },
  controller_kind: {
    'fully_loaded legacy': {
      rows: [
        ['DaemonSet', 'east', '13.0000'],
        ['Deployment', 'east', '10.2500'],
        ['StatefulSet', 'east', '7.5000'],
        ['Deployment', 'west', '5.0000'],
        ['CronJob', 'east', '0.0000'],
      ],
      total: '35.7500',
      unallocated: '5.7500',
    },
    'fully_loaded all': {
      rows: [
        ['StatefulSet', 'east', '13.3000'],
        ['DaemonSet', 'east', '13.2000'],
        ['Deployment', 'east', '10.7500'],
        ['Deployment', 'west', '5.0000'],
        ['CronJob', 'east', '0.0000'],
      ],
      total: '42.2500',
      unallocated: '9.1500',
    },
    'workload_only legacy': {
      rows: [
        ['DaemonSet', 'east', '10.0000'],
        ['Deployment', 'east', '8.0000'],
        ['StatefulSet', 'east', '6.0000'],
        ['Deployment', 'west', '4.0000'],
        ['CronJob', 'east', '0.0000'],
      ],
      total: '28.0000',
      unallocated: '1.0000',
    },
    'workload_only all': {
      rows: [
        ['StatefulSet', 'east', '11.0000'],
        ['DaemonSet', 'east', '10.0000'],
        ['Deployment', 'east', '8.0000'],
        ['Deployment', 'west', '4.0000'],
        ['CronJob', 'east', '0.0000'],
      ],
      total: '33.0000',
      unallocated: '2.0000',
    },
  },
  pod: {
    'fully_loaded legacy': {
      rows: [
        ['agent-e2', 'east', '13.0000'],
        ['api-1', 'east', '10.2500'],
        ['db-0', 'east', '7.5000'],
        ['api-1', 'west', '5.0000'],
        ['debug', 'east', '1.7500'],
      ],
      total: '37.5000',
      unallocated: '4.0000',
    },
    // A pod has its share of the control plane; volumes and theirs belong to no pod.
    'fully_loaded all': {
      rows: [
        ['agent-e2', 'east', '13.2000'],
        ['api-1', 'east', '10.7500'],
        ['db-0', 'east', '7.8000'],
        ['api-1', 'west', '5.0000'],
        ['debug', 'east', '1.8000'],
      ],
      total: '38.5500',
      unallocated: '12.8500',
    },
    'workload_only legacy': {
      rows: [
        ['agent-e2', 'east', '10.0000'],
        ['api-1', 'east', '8.0000'],
        ['db-0', 'east', '6.0000'],
        ['api-1', 'west', '4.0000'],
        ['debug', 'east', '1.0000'],
      ],
      total: '29.0000',
      unallocated: '0.0000',
    },
    'workload_only all': {
      rows: [
        ['agent-e2', 'east', '10.0000'],
        ['api-1', 'east', '8.0000'],
        ['db-0', 'east', '6.0000'],
        ['api-1', 'west', '4.0000'],
        ['debug', 'east', '1.0000'],
      ],
      total: '29.0000',
      unallocated: '6.0000',
    },
  },
  container: {
    'fully_loaded legacy': {
      rows: [
        ['agent', 'east', '13.0000'],
        ['postgres', 'east', '7.5000'],
        ['web', 'east', '7.5000'],
        ['web', 'west', '5.0000'],
        ['sidecar', 'east', '2.7500'],
        ['shell', 'east', '1.7500'],
      ],
      total: '37.5000',
      unallocated: '4.0000',
    },
    'fully_loaded all': {
      rows: [
        ['agent', 'east', '13.2000'],
        ['web', 'east', '7.9000'],
        ['postgres', 'east', '7.8000'],
        ['web', 'west', '5.0000'],
        ['sidecar', 'east', '2.8500'],
        ['shell', 'east', '1.8000'],
      ],
      total: '38.5500',
      unallocated: '12.8500',
    },
    'workload_only legacy': {
      rows: [
        ['agent', 'east', '10.0000'],
        ['postgres', 'east', '6.0000'],
        ['web', 'east', '6.0000'],
        ['web', 'west', '4.0000'],
        ['sidecar', 'east', '2.0000'],
        ['shell', 'east', '1.0000'],
      ],
      total: '29.0000',
      unallocated: '0.0000',
    },
    'workload_only all': {
      rows: [
        ['agent', 'east', '10.0000'],
        ['postgres', 'east', '6.0000'],
        ['web', 'east', '6.0000'],
        ['web', 'west', '4.0000'],
        ['sidecar', 'east', '2.0000'],
        ['shell', 'east', '1.0000'],
      ],
      total: '29.0000',
      unallocated: '6.0000',
    },
  },
  node: {
    'fully_loaded legacy': { rows: nodesLoaded, total: '41.5000', unallocated: '0.0000' },
    'fully_loaded all': { rows: nodesLoaded, total: '41.5000', unallocated: '9.9000' },
    'workload_only legacy': { rows: nodesDirect, total: '29.0000', unallocated: '0.0000' },
    'workload_only all': { rows: nodesDirect, total: '29.0000', unallocated: '6.0000' },
  },
  instance_type: {
    'fully_loaded legacy': {
      // One price, so that the name decides.
      rows: typed([nodesLoaded[1]!, nodesLoaded[0]!, nodesLoaded[2]!]),
      total: '41.5000',
      unallocated: '0.0000',
    },
    'fully_loaded all': {
      rows: typed([nodesLoaded[1]!, nodesLoaded[0]!, nodesLoaded[2]!]),
      total: '41.5000',
      unallocated: '9.9000',
    },
    'workload_only legacy': { rows: typed(nodesDirect), total: '29.0000', unallocated: '0.0000' },
    'workload_only all': { rows: typed(nodesDirect), total: '29.0000', unallocated: '6.0000' },
  },
  deployment: {
    'fully_loaded legacy': {
      rows: [
        ['api', 'east', '10.2500'],
        ['api', 'west', '5.0000'],
      ],
      total: '15.2500',
      unallocated: '26.2500',
    },
    'fully_loaded all': {
      rows: [
        ['api', 'east', '10.7500'],
        ['api', 'west', '5.0000'],
      ],
      total: '15.7500',
      unallocated: '35.6500',
    },
    'workload_only legacy': {
      rows: [
        ['api', 'east', '8.0000'],
        ['api', 'west', '4.0000'],
      ],
      total: '12.0000',
      unallocated: '17.0000',
    },
    'workload_only all': {
      rows: [
        ['api', 'east', '8.0000'],
        ['api', 'west', '4.0000'],
      ],
      total: '12.0000',
      unallocated: '23.0000',
    },
  },
  statefulset: {
    'fully_loaded legacy': {
      rows: [['db', 'east', '7.5000']],
      total: '7.5000',
      unallocated: '34.0000',
    },
    'fully_loaded all': {
      rows: [['db', 'east', '13.3000']],
      total: '13.3000',
      unallocated: '38.1000',
    },
    'workload_only legacy': {
      rows: [['db', 'east', '6.0000']],
      total: '6.0000',
      unallocated: '23.0000',
    },
    'workload_only all': {
      rows: [['db', 'east', '11.0000']],
      total: '11.0000',
      unallocated: '24.0000',
    },
  },
  daemonset: {
    'fully_loaded legacy': {
      rows: [['agent', 'east', '13.0000']],
      total: '13.0000',
      unallocated: '28.5000',
    },
    'fully_loaded all': {
      rows: [['agent', 'east', '13.2000']],
      total: '13.2000',
      unallocated: '38.2000',
    },
    'workload_only legacy': {
      rows: [['agent', 'east', '10.0000']],
      total: '10.0000',
      unallocated: '19.0000',
    },
    'workload_only all': {
      rows: [['agent', 'east', '10.0000']],
      total: '10.0000',
      unallocated: '25.0000',
    },
  },
};

const nameFields: Record<string, string> = {
  namespace: 'namespace',
  controller_kind: 'workloadKind',
  pod: 'podName',
  container: 'containerName',
  node: 'nodeName',
  instance_type: 'instanceType',
};

describe('groupings of the cost explorer', () => {
  let ledger: Ledger;
  let example: Awaited<ReturnType<typeof spendWorkedExample>>;

  before(async () => {
    ledger = await Ledger.boot();
    example = await spendWorkedExample(ledger);
  });
  after(() => ledger.app.stop());

  for (const [groupBy, byChoice] of Object.entries(expectations)) {
    for (const [choice, { rows, total, unallocated }] of Object.entries(byChoice)) {
      const [costMode, basis] = choice.split(' ');

      it(`sums up by ${groupBy}, ${costMode}, ${basis}`, async () => {
        const data = await ledger.query({
          ...bothDays,
          group_by: groupBy,
          cost_mode: costMode,
          basis,
        });

        const name = nameFields[groupBy] ?? 'workloadName';
        const found = data.rows.map((row: Record<string, string>) => [
          row[name],
          row.clusterName,
          row.totalCost,
        ]);
        expect(found).to.eql(rows);
        expect(data.summary).to.include({
          totalCost: total,
          unallocatedCost: unallocated,
          rowCount: rows.length,
        });
        expect(data.pagination.total_rows).to.equal(rows.length);
      });
    }
  }

  const first = async (body: Record<string, unknown>) =>
    (await ledger.query({ ...bothDays, ...body })).rows[0];

  it('returns all fields of a workload', async () => {
    expect(await first({ group_by: 'deployment' })).to.eql({
      workloadName: 'api',
      workloadUid: example.owners.api.uid,
      workloadKind: 'Deployment',
      namespace: 'shop',
      clusterId: example.east,
      clusterName: 'east',
      totalCost: '10.2500',
      cpuCost: '5.0000',
      memoryCost: '3.0000',
      gpuCost: '0.0000',
      idleCost: '1.5000',
      overheadCost: '0.7500',
      cpuCoreHoursRequested: 2,
      cpuCoreHoursUsed: 1,
      memoryGibHoursRequested: 4,
      memoryGibHoursUsed: 2,
      cpuEfficiencyPercent: 50,
      memoryEfficiencyPercent: 50,
      costSharePercent: 67.21,
    });
  });

  it('has storage in `all` alone, and the control plane in the overhead', async () => {
    const loaded = await first({ group_by: 'statefulset', basis: 'all' });
    const legacy = await first({ group_by: 'statefulset' });
    const direct = await first({
      group_by: 'statefulset',
      basis: 'all',
      cost_mode: 'workload_only',
    });

    expect(loaded).to.include({ storageCost: '5.0000', overheadCost: '1.3000' });
    expect(legacy).to.include({ overheadCost: '0.5000' }).and.not.have.property('storageCost');
    expect(direct).to.include({ storageCost: '5.0000' });
    expect(direct).not.to.have.any.keys('idleCost', 'overheadCost');
  });

  it('omits unmeasured values, and percentages of zero', async () => {
    const db = await first({ group_by: 'statefulset' });
    const [debug] = (await ledger.query({ ...bothDays, group_by: 'pod', search: 'debug' })).rows;

    expect(db).to.include({ cpuCoreHoursRequested: 1, memoryGibHoursRequested: 2 });
    expect(db).not.to.have.any.keys(
      'cpuCoreHoursUsed',
      'memoryGibHoursUsed',
      'cpuEfficiencyPercent',
      'memoryEfficiencyPercent',
    );
    expect(debug).to.include({ cpuCoreHoursRequested: 0, cpuCoreHoursUsed: 0.25 });
    expect(debug).not.to.have.any.keys('cpuEfficiencyPercent', 'memoryEfficiencyPercent');
  });

  const measured = [
    'totalCost',
    'cpuCost',
    'memoryCost',
    'gpuCost',
    'idleCost',
    'overheadCost',
    'cpuCoreHoursRequested',
    'cpuCoreHoursUsed',
    'memoryGibHoursRequested',
    'memoryGibHoursUsed',
    'cpuEfficiencyPercent',
    'memoryEfficiencyPercent',
    'costSharePercent',
  ];
  const cluster = ['clusterId', 'clusterName'];
  const ofWorkload = ['workloadName', 'workloadKind'];
  const keys: Record<string, { detail: string[]; grouped: string[] }> = {
    workload: {
      detail: [...ofWorkload, 'namespace', 'workloadUid', ...cluster],
      grouped: [...ofWorkload, 'namespace'],
    },
    namespace: { detail: ['namespace', ...cluster], grouped: ['namespace'] },
    controller_kind: { detail: ['workloadKind', ...cluster], grouped: ['workloadKind'] },
    pod: {
      detail: ['podName', 'podUid', 'namespace', ...ofWorkload, ...cluster],
      grouped: ['podName', 'namespace', ...ofWorkload],
    },
    container: {
      detail: ['containerName', 'podName', 'podUid', 'namespace', ...ofWorkload, ...cluster],
      grouped: ['containerName', 'podName', 'namespace', ...ofWorkload],
    },
    node: {
      detail: ['nodeName', 'nodeUid', 'instanceType', ...cluster],
      grouped: ['nodeName', 'instanceType'],
    },
    instance_type: { detail: ['instanceType', ...cluster], grouped: ['instanceType'] },
    'time:day': { detail: ['day', ...cluster], grouped: ['day'] },
  };
  for (const [groupBy, byView] of Object.entries(keys)) {
    for (const [viewMode, ofGroup] of Object.entries(byView)) {
      it(`has the keys of ${groupBy}, ${viewMode}`, async () => {
        // The first of each has every measure.
        const row = await first({ group_by: groupBy, view_mode: viewMode });

        expect(row).to.have.all.keys(...ofGroup, ...measured);
      });
    }
  }

  it('has a row for shared ownership, and one for unowned workloads', async () => {
    const { rows, summary } = await ledger.query({ ...bothDays, group_by: 'owner:team' });

    expect(
      rows.map(({ team, clusterName, totalCost }: Record<string, string>) => [
        team,
        clusterName,
        totalCost,
      ]),
    ).to.eql([
      [undefined, 'east', '13.0000'],
      ['payments', 'east', '12.0000'],
      ['data, shared', 'east', '7.5000'],
      ['payments', 'west', '5.0000'],
    ]);
    expect(summary).to.include({ totalCost: '37.5000', unallocatedCost: '4.0000' });
    const departments = { ...bothDays, group_by: 'owner:department', view_mode: 'grouped' };
    expect(await ledger.column('department', departments)).to.eql([undefined, 'product']);
  });

  it('separates a team from several teams whose names read alike', async () => {
    const cluster = await ledger.cluster();
    for (const [day, teams] of [
      ['2026-07-03', ['a', 'b']],
      ['2026-07-04', ['a, b']],
    ] as const) {
      const owner = await ledger.owner(cluster, ['Deployment', 'shop', day], { teams });
      await ledger.spend(cluster, day, { idlers: [owner] });
    }
    for (const view of ['detail', 'grouped']) {
      const body = { start_date: '2026-07-03', group_by: 'owner:team', view_mode: view };
      expect(await ledger.column('team', body)).to.eql(['a, b', 'a, b']);
    }
  });

  it('separates the cost of groups by day', async () => {
    const { rows } = await ledger.query({
      ...bothDays,
      group_by: ['time:day', 'owner:team'],
      view_mode: 'grouped',
      sort_by: 'day',
      sort_order: 'asc',
    });

    expect(
      rows.map(({ day, team, totalCost }: Record<string, string>) => [day, team, totalCost]),
    ).to.eql([
      ['2026-07-01', 'data, shared', '7.5000'],
      ['2026-07-01', 'payments', '12.0000'],
      ['2026-07-01', undefined, '13.0000'],
      ['2026-07-02', 'payments', '5.0000'],
    ]);
  });

  it('adds up the workloads of a label by day', async () => {
    const own = { labels: { app: 'twin' }, namespace_labels: { zone: 'a' } };
    for (const [name, storage] of Object.entries({ twins: 3, others: 2 })) {
      const cluster = await ledger.cluster();
      const owners = [
        await ledger.owner(cluster, ['Deployment', 'shop', 'one'], own),
        await ledger.owner(cluster, ['Deployment', 'tools', 'other'], own),
        await ledger.owner(cluster, ['Deployment', 'tools', 'without'], {}),
      ];
      const volumes = owners.map((owner) => ({ owner, storage }));
      await ledger.spend(cluster, '2026-07-05', { volumes, cluster: { name } });
    }
    const listRows = async (key: string, view: string) => {
      const { rows } = await ledger.query({
        start_date: '2026-07-05',
        end_date: '2026-07-05',
        group_by: ['time:day', `label:${key}`],
        view_mode: view,
        label_inheritance: true,
        cost_mode: 'workload_only',
        basis: 'all',
      });
      return rows.map(({ clusterName, labels, totalCost }: Record<string, unknown>) => [
        clusterName,
        (labels as Record<string, unknown>)[key],
        totalCost,
      ]);
    };
    for (const [key, value] of Object.entries({ app: 'twin', zone: 'a' })) {
      expect(await listRows(key, 'detail')).to.eql([
        ['twins', value, '6.0000'],
        ['others', value, '4.0000'],
        ['twins', null, '3.0000'],
        ['others', null, '2.0000'],
      ]);
      expect(await listRows(key, 'grouped')).to.eql([
        [undefined, value, '10.0000'],
        [undefined, null, '5.0000'],
      ]);
    }
  });

  it('gives a bare pod no workload', async () => {
    const { rows } = await ledger.query({ ...bothDays, group_by: 'pod', search: 'debug' });

    expect(rows[0]).to.include({ podName: 'debug', namespace: 'shop', totalCost: '1.7500' });
    expect(rows[0]).not.to.have.any.keys('workloadName', 'workloadKind');
  });

  it('includes unallocated capacity in the idle cost of nodes', async () => {
    const { rows } = await ledger.query({ ...bothDays, group_by: 'node', basis: 'all' });

    expect(rows[1]).to.deep.include({
      nodeName: 'e2',
      instanceType: 'g5.xlarge',
      nodeUid: example.nodes.e2.uid,
      cpuCost: '2.0000',
      memoryCost: '1.0000',
      gpuCost: '8.0000',
      idleCost: '5.5000',
      overheadCost: '1.2500',
    });
    expect(rows[1]).not.to.have.property('storageCost');
  });

  for (const [groupBy, idle] of [
    ['workload', '4.5000'],
    ['controller_kind', '4.5000'],
    ['deployment', '1.5000'],
    ['namespace', '5.0000'],
    ['pod', '5.0000'],
    ['node', '9.0000'],
  ] as const) {
    it(`sums up the idle of the rows by ${groupBy}, whatever they are sorted by`, async () => {
      for (const sort of ['totalCost', 'idleCost', 'clusterName']) {
        const body = { ...bothDays, group_by: groupBy, sort_by: sort };

        expect((await ledger.query(body)).summary.idleCost).to.equal(idle);
      }
    });
  }

  describe('with view_mode grouped', () => {
    const grouped = { ...bothDays, view_mode: 'grouped' };

    it('combines workloads of the same namespace, kind and name', async () => {
      const { rows, summary } = await ledger.query({ ...grouped, group_by: 'deployment' });

      expect(rows).to.have.length(1);
      expect(rows[0]).to.include({ workloadName: 'api', namespace: 'shop', totalCost: '15.2500' });
      expect(rows[0]).to.include({ cpuCoreHoursRequested: 3, cpuCoreHoursUsed: 1.5 });
      expect(summary).to.include({ rowCount: 1, clusterCount: 2, totalCost: '15.2500' });
    });

    it('separates workloads of the same name with different kind or namespace', async () => {
      const again = await ledger.owner(example.west, ['Job', 'shop', 'api']);
      const elsewhere = await ledger.owner(example.west, ['Deployment', 'lab', 'api']);
      await ledger.spend(example.west, '2026-07-05', { idlers: [again, elsewhere] });

      const { rows } = await ledger.query({
        start_date: '2026-07-01',
        end_date: '2026-07-05',
        view_mode: 'grouped',
        search: 'api',
      });

      const found = rows.map((row: Record<string, string>) => [row.workloadKind, row.namespace]);
      expect(found).to.deep.include.members([
        ['Deployment', 'shop'],
        ['Deployment', 'lab'],
        ['Job', 'shop'],
      ]);
      expect(rows).to.have.length(3);
    });

    for (const [groupBy, field, rows] of [
      ['namespace', 'namespace', ['shop', 'system', 'batch']],
      ['controller_kind', 'workloadKind', ['Deployment', 'DaemonSet', 'StatefulSet', 'CronJob']],
      ['pod', 'podName', ['api-1', 'agent-e2', 'db-0', 'debug']],
      ['instance_type', 'instanceType', ['m5.large', 'g5.xlarge']],
      ['node', 'nodeName', ['e1', 'e2', 'w1']],
    ] as const) {
      it(`has one row per ${groupBy} across clusters`, async () => {
        expect(await ledger.column(field, { ...grouped, group_by: groupBy })).to.eql(rows);
      });
    }
  });
});
