import { expect } from 'chai';
import { Ledger, type Owner } from './ledger.ts';

const day = { start_date: '2026-07-01', end_date: '2026-07-01' };
type Statement = readonly [field: string, operator: string, ...values: string[]];

const toStatements = (statements: readonly Statement[]) =>
  statements.map(([field, operator, ...values]) => ({ field, operator, values }));

describe('filter_expression of the cost explorer', () => {
  let ledger: Ledger;

  before(async () => {
    ledger = await Ledger.boot();
  });
  after(() => ledger.app.stop());

  /** Names of the rows that an axis leaves, in their order. */
  const names = (axis: string, groupBy: string, statements: readonly Statement[]) =>
    ledger.column(groupBy === 'node' ? 'nodeName' : 'workloadName', {
      ...day,
      group_by: groupBy,
      sort_by: groupBy === 'node' ? 'nodeName' : 'workloadName',
      sort_order: 'asc',
      filter_expression: { [axis]: toStatements(statements) },
    });

  it('shows the empty instance type of a node without that label', async () => {
    await ledger.clear();
    const cluster = await ledger.cluster();
    const node = ledger.node('bare', { instance_type: '' });
    await ledger.spend(cluster, '2026-07-01', { rests: [{ node, unallocated: 2 }] });

    for (const groupBy of ['node', 'instance_type']) {
      expect(await ledger.column('instanceType', { ...day, group_by: groupBy })).to.eql(['']);
    }
  });

  describe('workload', () => {
    before(async () => {
      await ledger.clear();
      const cluster = await ledger.cluster();
      const owners: Owner[] = [
        await ledger.owner(cluster, ['Deployment', 'shop', 'Api'], {
          labels: { app: 'web', 'app.kubernetes.io/name': 'api', empty: '' },
          teams: ['payments', 'core'],
          departments: ['product'],
        }),
        await ledger.owner(cluster, ['Deployment', 'shop', 'api%'], {
          labels: { app: 'web_2', "it's": 'x' },
          teams: ['data'],
          departments: ['product', 'research'],
        }),
        await ledger.owner(cluster, ['Job', 'batch', 'job']),
        await ledger.owner(cluster, ['', 'shop', 'job']),
      ];
      await ledger.spend(cluster, '2026-07-01', { idlers: owners });
    });

    const cases: [title: string, statements: Statement[], expected: string[]][] = [
      ['name in', [['name', 'in', 'Api', 'job']], ['Api', 'job']],
      ['name in, in another case', [['name', 'in', 'api', 'JOB']], []],
      ['name not_in', [['name', 'not_in', 'Api']], ['api%', 'job']],
      ['name contains', [['name', 'contains', 'pi', 'none']], ['Api', 'api%']],
      ['name contains %', [['name', 'contains', '%']], ['api%']],
      ['name contains _', [['name', 'contains', '_']], []],
      ['name starts_with', [['name', 'starts_with', 'A', 'j']], ['Api', 'job']],
      ['name starts_with a wildcard', [['name', 'starts_with', '%', 'a_']], []],
      ['namespace in', [['namespace', 'in', 'batch']], ['job']],
      ['kind in', [['kind', 'in', 'Deployment']], ['Api', 'api%']],
      ['kind not_in', [['kind', 'not_in', 'Deployment']], ['job']],
      ['kind starts_with', [['kind', 'starts_with', 'J']], ['job']],
      ['label in', [['label:app', 'in', 'web']], ['Api']],
      ['label not_in, also without the label', [['label:app', 'not_in', 'web']], ['api%', 'job']],
      ['label contains', [['label:app', 'contains', 'web']], ['Api', 'api%']],
      ['label starts_with', [['label:app', 'starts_with', 'web_']], ['api%']],
      [
        'label whose key has dots and slashes',
        [['label:app.kubernetes.io/name', 'in', 'api']],
        ['Api'],
      ],
      ['label whose key has a quote', [["label:it's", 'in', 'x']], ['api%']],
      ['label that is empty', [['label:empty', 'in', '']], ['Api']],
      ['label that nothing has', [['label:none', 'contains', '']], []],
      ['team in, any of several', [['team', 'in', 'core']], ['Api']],
      ['team not_in, none of several', [['team', 'not_in', 'core']], ['api%', 'job']],
      ['team contains', [['team', 'contains', 'a']], ['Api', 'api%']],
      ['team starts_with', [['team', 'starts_with', 'pay']], ['Api']],
      ['department in', [['department', 'in', 'research', 'product']], ['Api', 'api%']],
      ['department not_in', [['department', 'not_in', 'research']], ['Api', 'job']],
      ['no value', [['name', 'in']], []],
      ['not_in no value', [['name', 'not_in']], ['Api', 'api%', 'job']],
      [
        'statements by OR',
        [
          ['name', 'in', 'job'],
          ['label:app', 'in', 'web'],
        ],
        ['Api', 'job'],
      ],
      ['no statement', [], ['Api', 'api%', 'job']],
      ['SQL', [['name', 'in', "x') or true --", "'; drop table workload_days; --"]], []],
      ['SQL in the key of a label', [["label:x' or true --", 'in', 'x']], []],
    ];
    for (const [title, statements, expected] of cases) {
      it(`filters by ${title}`, async () => {
        expect(await names('workload', 'workload', statements)).to.eql(expected);
      });
    }

    it('includes unowned cost in its namespace, without a workload name or kind', async () => {
      const namespaces = (statement: Statement) =>
        ledger.column('namespace', {
          ...day,
          group_by: 'namespace',
          filter_expression: { workload: toStatements([statement]) },
        });

      expect(await namespaces(['name', 'in', 'job'])).to.eql(['batch']);
      expect(await namespaces(['kind', 'in', ''])).to.eql([]);
      expect(await namespaces(['kind', 'not_in', 'Deployment', 'Job'])).to.eql(['shop']);
      expect(await namespaces(['namespace', 'in', 'shop'])).to.eql(['shop']);
    });
  });

  describe('all_of', () => {
    it('joins expressions by AND, and leaves out empty ones', async () => {
      const of = (...expressions: Statement[][]) =>
        ledger.column('workloadName', {
          ...day,
          sort_by: 'workloadName',
          sort_order: 'asc',
          filter_expression: {
            all_of: expressions.map((statements) => ({ workload: toStatements(statements) })),
          },
        });
      const inShop: Statement[] = [['namespace', 'in', 'shop']];
      const ofData: Statement[] = [['team', 'in', 'data']];

      expect(await of(inShop)).to.eql(['Api', 'api%']);
      expect(await of(inShop, ofData)).to.eql(['api%']);
      expect(await of(inShop, [], ofData, [['name', 'in', 'Api']])).to.eql([]);
      expect(await of([['name', 'in', 'Api'], ...ofData], inShop)).to.eql(['Api', 'api%']);
    });
  });

  describe('uid', () => {
    it('selects one workload, pod or node among several of the same name', async () => {
      await ledger.clear();
      const cluster = await ledger.cluster();
      const costs = { container: 'web', memory: 0, gpu: 0, idle: 0, overhead: 0 };
      const run = async (namespace: string, cpu: number) => ({
        ...costs,
        owner: await ledger.owner(cluster, ['Deployment', namespace, 'web']),
        node: ledger.node('n'),
        pod: [crypto.randomUUID(), 'web-1'] as const,
        cpu,
      });
      const ran = [await run('one', 1), await run('two', 2)] as const;
      await ledger.spend(cluster, '2026-07-01', { containers: ran });
      const askCost = async (groupBy: string, axis: string, field: string, value: string) => {
        const { rows } = await ledger.query({
          ...day,
          group_by: groupBy,
          filter_expression: { [axis]: toStatements([[field, 'in', value]]) },
        });
        return rows.map(({ totalCost }: { totalCost: string }) => totalCost);
      };
      const [first] = (
        await ledger.query({ ...day, group_by: 'pod', sort_order: 'asc', per_page: 1 })
      ).rows;

      for (const groupBy of ['workload', 'namespace', 'pod', 'container', 'node']) {
        const costs = (axis: string, field: string, value: string) =>
          askCost(groupBy, axis, field, value);
        expect(await costs('workload', 'uid', ran[0].owner.uid), groupBy).to.eql(['1.0000']);
        expect(await costs('pod', 'uid', first.podUid), groupBy).to.eql(['1.0000']);
        expect(await costs('pod', 'name', 'web-1'), groupBy).to.have.length(2);
        expect(await costs('pod', 'name', 'web'), groupBy).to.eql([]);
      }
      const nodes = (await ledger.query({ ...day, group_by: 'node', sort_order: 'desc' })).rows;
      for (const groupBy of ['pod', 'node']) {
        expect(await askCost(groupBy, 'node', 'uid', nodes[0].nodeUid), groupBy).to.eql(['2.0000']);
      }
    });
  });

  describe('node', () => {
    before(async () => {
      await ledger.clear();
      const cluster = await ledger.cluster();
      const node = (name: string, own: object) => ({
        node: ledger.node(name, { ...own }),
        unallocated: 1,
      });
      await ledger.spend(cluster, '2026-07-01', {
        rests: [
          node('n1', {}),
          node('n2', { instance_type: 'c5.large', node_group: 'spots', capacity_type: 'spot' }),
          node('n3', { availability_zone: 'zone-b', architecture: 'arm64', node_group: '' }),
        ],
      });
    });

    const cases: [Statement, string[]][] = [
      [
        ['name', 'in', 'n1', 'n3'],
        ['n1', 'n3'],
      ],
      [
        ['name', 'starts_with', 'n'],
        ['n1', 'n2', 'n3'],
      ],
      [
        ['instance_type', 'in', 'm5.large'],
        ['n1', 'n3'],
      ],
      [
        ['instance_type', 'contains', '.large'],
        ['n1', 'n2', 'n3'],
      ],
      [
        ['node_group', 'not_in', 'spots'],
        ['n1', 'n3'],
      ],
      [['zone', 'in', 'zone-b'], ['n3']],
      [['capacity_type', 'in', 'spot'], ['n2']],
      [['architecture', 'in', 'arm64'], ['n3']],
      [['architecture', 'in', 'ARM64'], []],
    ];
    for (const [statement, expected] of cases) {
      it(`filters by ${statement.join(' ')}`, async () => {
        expect(await names('node', 'node', [statement])).to.eql(expected);
      });
    }
  });

  describe('cluster', () => {
    before(async () => {
      await ledger.clear();
      const inCluster = async (name: string, own: object) => {
        const cluster = await ledger.cluster();
        const owner = await ledger.owner(cluster, ['Deployment', 'shop', name]);
        await ledger.spend(cluster, '2026-07-01', { idlers: [owner], cluster: { name, ...own } });
      };
      await inCluster('prod-eu', {});
      await inCluster('prod-us', { region: 'us-east1', provider: 'gcp' });
      await inCluster('test', { environment: 'staging', provider: 'on-prem', region: '' });
    });

    const cases: [Statement, string[]][] = [
      [
        ['name', 'starts_with', 'prod'],
        ['prod-eu', 'prod-us'],
      ],
      [
        ['name', 'not_in', 'test'],
        ['prod-eu', 'prod-us'],
      ],
      [
        ['provider', 'in', 'gcp', 'on-prem'],
        ['prod-us', 'test'],
      ],
      [['region', 'contains', 'us'], ['prod-us']],
      [['environment', 'in', 'staging'], ['test']],
    ];
    for (const [statement, expected] of cases) {
      it(`filters by ${statement.join(' ')}`, async () => {
        expect(await names('cluster', 'workload', [statement])).to.eql(expected);
      });
    }
  });

  describe('over time', () => {
    const days = { start_date: '2026-07-01', end_date: '2026-07-02' };
    const total = async (groupBy: string, axis: string, ...statement: Statement) => {
      const { summary } = await ledger.query({
        ...days,
        group_by: groupBy,
        filter_expression: { [axis]: toStatements([statement]) },
      });
      return summary.totalCost;
    };

    before(async () => {
      await ledger.clear();
      const cluster = await ledger.cluster();
      const uid = crypto.randomUUID();
      const names = ['Deployment', 'shop', 'web'] as const;
      const first = await ledger.owner(cluster, names, { owner_uid: uid, teams: ['old'] });
      const second = await ledger.owner(cluster, names, { owner_uid: uid, teams: ['new'] });
      const pod = [crypto.randomUUID(), 'web-1'] as const;
      const node = ledger.node('n', { instance_type: 'small' });
      const resized = { ...node, instance_type: 'large' };
      const costs = { container: 'web', pod, memory: 0, gpu: 0, idle: 0, overhead: 0 };
      await ledger.spend(cluster, '2026-07-01', {
        cluster: { name: 'before', environment: 'staging' },
        containers: [{ ...costs, owner: first, node, cpu: 1 }],
      });
      await ledger.spend(cluster, '2026-07-02', {
        cluster: { name: 'after', environment: 'production' },
        containers: [{ ...costs, owner: second, node: resized, cpu: 2 }],
      });
    });

    for (const groupBy of ['workload', 'namespace', 'pod', 'node']) {
      it(`uses the state of each day, by ${groupBy}`, async () => {
        expect(await total(groupBy, 'workload', 'team', 'in', 'old')).to.equal('1.0000');
        expect(await total(groupBy, 'workload', 'team', 'in', 'new')).to.equal('2.0000');
        expect(await total(groupBy, 'node', 'instance_type', 'in', 'small')).to.equal('1.0000');
        expect(await total(groupBy, 'node', 'instance_type', 'in', 'large')).to.equal('2.0000');
        expect(await total(groupBy, 'cluster', 'environment', 'in', 'staging')).to.equal('1.0000');
        expect(await total(groupBy, 'cluster', 'name', 'in', 'after')).to.equal('2.0000');
      });
    }

    it('has one row for a resource that has changed, with its last name', async () => {
      for (const groupBy of ['workload', 'pod', 'container', 'node']) {
        const { rows } = await ledger.query({ ...days, group_by: groupBy });

        expect(rows, groupBy).to.have.length(1);
        expect(rows[0], groupBy).to.include({ clusterName: 'after', totalCost: '3.0000' });
      }
      const [node] = (await ledger.query({ ...days, group_by: 'node' })).rows;
      expect(node.instanceType).to.equal('large');
    });

    it('has a row for each instance type that a node had', async () => {
      const rows = await ledger.column('totalCost', { ...days, group_by: 'instance_type' });

      expect(rows).to.eql(['2.0000', '1.0000']);
    });
  });
});
