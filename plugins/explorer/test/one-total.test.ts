import { expect } from 'chai';
import { Ledger } from './ledger.ts';
import { bothDays, spendWorkedExample } from './worked-example.ts';

const groupBys = [
  'workload',
  'namespace',
  'controller_kind',
  'pod',
  'container',
  'deployment',
  'statefulset',
  'daemonset',
  'node',
  'instance_type',
  'owner:team',
  'time:day',
];

/** Every combination of one, two or three groupings, in an order of each. */
const labels = ['label:app', 'label:tier/level', 'annotation:note'];
const combinations = [...groupBys, ...labels].flatMap((one, index, all) =>
  [[one], ...all.slice(index + 1).map((two) => [one, two])].flatMap((pair) => [
    pair,
    ...(pair.length < 2
      ? []
      : all.slice(all.indexOf(pair[1]!) + 1).map((three) => [three, ...pair])),
  ]),
);

const statement = (field: string, ...values: string[]) => [{ field, operator: 'in', values }];
const everyWorkload = [{ field: 'name', operator: 'not_in', values: ['no such'] }];
const choices = [
  'fully_loaded legacy',
  'fully_loaded all',
  'workload_only legacy',
  'workload_only all',
];

/** What matches, by cost mode and basis as in `choices`; computed from the worked example. */
const questions: Record<string, { filters?: object; matching: string[] }> = {
  'no filter': { matching: ['41.5000', '51.4000', '29.0000', '35.0000'] },
  // api and the bare pod of namespace shop, whose team is the same, with its volume.
  'a workload filter': {
    filters: { workload: statement('team', 'payments') },
    matching: ['17.0000', '18.6500', '13.0000', '14.0000'],
  },
  'a node filter': {
    filters: { node: statement('instance_type', 'm5.large') },
    matching: ['23.7500', '23.7500', '18.0000', '18.0000'],
  },
  'a cluster filter': {
    filters: { cluster: statement('provider', 'aws') },
    matching: ['35.5000', '45.4000', '25.0000', '31.0000'],
  },
  'a workload and a node filter': {
    filters: {
      workload: statement('team', 'payments'),
      node: statement('node_group', 'gpus'),
    },
    matching: ['1.7500', '1.7500', '1.0000', '1.0000'],
  },
  'a pod filter': {
    filters: { pod: statement('name', 'debug') },
    matching: ['1.7500', '1.8000', '1.0000', '1.0000'],
  },
  'a pod and a node filter': {
    filters: {
      pod: statement('name', 'debug', 'agent-e2'),
      node: statement('instance_type', 'g5.xlarge'),
    },
    matching: ['14.7500', '14.7500', '11.0000', '11.0000'],
  },
  'two expressions': {
    filters: {
      workload: statement('team', 'payments'),
      all_of: [{ workload: statement('label:app', 'api') }, { workload: everyWorkload }],
    },
    matching: ['15.2500', '15.7500', '12.0000', '12.0000'],
  },
  'a filter of every axis': {
    filters: {
      workload: everyWorkload,
      node: statement('capacity_type', 'on-demand'),
      cluster: statement('region', 'us-east1'),
    },
    matching: ['5.0000', '5.0000', '4.0000', '4.0000'],
  },
  'filters that nothing matches': {
    filters: { workload: statement('name', 'no such') },
    matching: ['0.0000', '0.0000', '0.0000', '0.0000'],
  },
};

/** An amount in units of its last digit. */
const units = (amount: string) => BigInt(amount.replace('.', ''));

describe('totalCost and unallocatedCost of the cost explorer', () => {
  let ledger: Ledger;

  before(async () => {
    ledger = await Ledger.boot();
    await spendWorkedExample(ledger);
  });
  after(() => ledger.app.stop());

  for (const [title, { filters, matching }] of Object.entries(questions)) {
    for (const [index, choice] of choices.entries()) {
      it(`add up to all matching cost, whatever the grouping: ${title}, ${choice}`, async () => {
        const [costMode, basis] = choice.split(' ');
        for (const groupBy of groupBys) {
          for (const viewMode of ['detail', 'grouped']) {
            const { rows, summary } = await ledger.query({
              ...bothDays,
              group_by: groupBy,
              view_mode: viewMode,
              cost_mode: costMode,
              basis,
              ...(filters ? { filter_expression: filters } : {}),
            });

            const ofRows = rows.reduce(
              (sum: bigint, row: { totalCost: string }) => sum + units(row.totalCost),
              0n,
            );
            const message = `${groupBy}, ${viewMode}`;
            expect(ofRows, message).to.equal(units(summary.totalCost));
            expect(units(summary.totalCost) + units(summary.unallocatedCost), message).to.equal(
              units(matching[index]!),
            );
            expect(summary.unallocatedCost, message).not.to.match(/^-/);
          }
        }
      });
    }
  }

  for (const [index, choice] of choices.entries()) {
    it(`add up to all matching cost, by any three groupings and labels: ${choice}`, async () => {
      const [costMode, basis] = choice.split(' ');
      const asked = Object.values(questions);
      expect(combinations).to.have.length(15 + 105 + 455);
      for (const [count, groupBy] of combinations.entries()) {
        // Every combination as it is, and with one of the filters.
        for (const { filters, matching } of new Set([asked[0]!, asked[count % asked.length]!])) {
          const { rows, summary } = await ledger.query({
            ...bothDays,
            group_by: groupBy,
            view_mode: count % 2 ? 'detail' : 'grouped',
            label_inheritance: count % 3 === 0,
            cost_mode: costMode,
            basis,
            ...(filters ? { filter_expression: filters } : {}),
          });
          const ofRows: bigint = rows.reduce(
            (sum: bigint, row: { totalCost: string }) => sum + units(row.totalCost),
            0n,
          );
          const message = `${groupBy.join(', ')} ${JSON.stringify(filters)}`;
          expect(ofRows, message).to.equal(units(summary.totalCost));
          expect(ofRows + units(summary.unallocatedCost), message).to.equal(
            units(matching[index]!),
          );
          expect(summary.unallocatedCost, message).not.to.match(/^-/);
        }
      }
    }).timeout(600_000);
  }

  it('add up over teams for an owner whose team changes within a day', async () => {
    const cluster = await ledger.cluster();
    const node = ledger.node('shared');
    const named = ['Deployment', 'shop', 'moves'] as const;
    const red = await ledger.owner(cluster, named, { teams: ['red'], departments: ['colors'] });
    const blue = await ledger.owner(cluster, named, { owner_uid: red.uid, teams: ['blue'] });
    const pod = [crypto.randomUUID(), 'moves-1'] as const;
    const charge = { node, pod, container: 'main', gpu: 0, idle: 0, overhead: 0 };
    await ledger.spend(cluster, '2026-07-09', {
      containers: [
        { ...charge, owner: red, cpu: '1.25', memory: '0.3333' },
        { ...charge, owner: blue, cpu: '3', memory: '0.0001' },
      ],
      volumes: [{ owner: blue, storage: 2 }],
    });
    const ask = (groupBy: string, field?: string, team = '') =>
      ledger.query({
        start_date: '2026-07-09',
        end_date: '2026-07-09',
        group_by: groupBy,
        basis: 'all',
        ...(field ? { filter_expression: { workload: statement(field, team) } } : {}),
      });

    for (const groupBy of groupBys) {
      const costs = async (field?: string, team?: string) => {
        const { summary } = await ask(groupBy, field, team);
        return units(summary.totalCost) + units(summary.unallocatedCost);
      };
      expect(await costs('team', 'red'), groupBy).to.equal(units('1.5833'));
      expect(await costs('department', 'colors'), groupBy).to.equal(units('1.5833'));
      expect(await costs('team', 'blue'), groupBy).to.equal(units('5.0001'));
      expect(await costs(), groupBy).to.equal(units('6.5834'));
    }
    for (const groupBy of ['workload', 'pod', 'container']) {
      expect((await ask(groupBy)).rows, groupBy).to.have.length(1);
    }
  });

  it('add up to the same even if both are rounded', async () => {
    const cluster = await ledger.cluster();
    const node = ledger.node('thirds');
    const web = await ledger.owner(cluster, ['Deployment', 'shop', 'web']);
    await ledger.spend(cluster, '2026-07-08', {
      containers: [
        {
          owner: web,
          node,
          pod: [crypto.randomUUID(), 'web'],
          container: 'web',
          cpu: '0.00005',
          memory: 0,
          gpu: 0,
          idle: 0,
          overhead: 0,
        },
      ],
      rests: [{ node, unallocated: 0.000_05 }],
    });

    const day = { start_date: '2026-07-08', end_date: '2026-07-08' };
    for (const [groupBy, total, unallocated] of [
      ['workload', '0.0001', '0.0000'],
      ['node', '0.0001', '0.0000'],
      ['statefulset', '0.0000', '0.0001'],
    ] as const) {
      const { summary } = await ledger.query({ ...day, group_by: groupBy });

      expect(summary).to.include({ totalCost: total, unallocatedCost: unallocated });
    }
  });
});
