import { expect } from 'chai';
import { type Client } from 'pg';
import { connectBare } from '../src/bare-client.ts';
import { fillClusters } from '../src/cluster-fleet.ts';
import { createFleet, type Fleet } from '../src/fleet.ts';
import {
  fillBills,
  fillContainers,
  fillNamespaceDays,
  fillNodes,
  fillWorkloads,
  prepareLedger,
} from '../src/ledger/fill.ts';
import { makeOwners } from '../src/ledger/owners.ts';

// The thirtieth day of the year has a gap.
const days = { from: '2026-01-29', to: '2026-02-01' };
const clusters = 2;
const workloadsPerCluster = 300;

describe('a ledger that is filled for a benchmark', () => {
  let fleet: Fleet;
  let client: Client;

  before(async () => {
    fleet = await createFleet(1, [], async (filler, [organizationId = '']) => {
      await fillClusters(filler, clusters + 1);
      await prepareLedger(filler, days);
      await makeOwners(filler, { organizationId, clusters, workloadsPerCluster });
      await fillWorkloads(filler, 'day', days);
      await fillWorkloads(filler, 'hour', { from: '2026-01-29', to: '2026-01-30' });
      await fillNamespaceDays(filler, days);
      await fillBills(filler, 'day', days);
      await fillBills(filler, 'hour', { from: '2026-01-29', to: '2026-01-30' });
      await fillNodes(filler, days);
      await fillContainers(filler, 5, days);
    });
    client = await connectBare(fleet.databaseUrl);
  });

  after(async () => {
    await client.end();
    await fleet.drop();
  });

  it('has a row for each owner and day, in full days and in one with a gap', async () => {
    const { rows } = await client.query(
      `select day::text, seconds::text, count(*)::integer as owners
      from workload_days group by 1, 2 order by 1`,
    );
    const owners = clusters * workloadsPerCluster;
    expect(rows).to.eql([
      { day: '2026-01-29', seconds: '86400', owners },
      { day: '2026-01-30', seconds: '82800', owners },
      { day: '2026-01-31', seconds: '86400', owners },
    ]);
  });

  for (const [table, parts] of [
    ['workload_days', ['cpu', 'memory', 'gpu', 'idle', 'overhead', 'storage', 'management']],
    ['namespace_days', ['cpu', 'memory', 'gpu', 'idle', 'overhead', 'storage', 'management']],
    ['container_days', ['cpu', 'memory', 'gpu', 'idle', 'overhead', 'management']],
    ['node_days', ['cpu', 'memory', 'gpu', 'idle', 'overhead']],
  ] as const) {
    it(`adds up ${table} to the bill, to the last digit`, async () => {
      const sums = parts.map((part) => `sum(${part}_cost_seconds) as ${part}_cost_seconds`);
      const differs = parts.map(
        (part) => `part.${part}_cost_seconds is distinct from bill.${part}_cost_seconds`,
      );
      const { rows } = await client.query(
        `select count(*)::integer as bills,
          count(*) filter (where ${differs.join(' or ')})::integer as wrong
        from cluster_days as bill left join (
          select cluster_id, day, ${sums.join(', ')} from ${table} group by cluster_id, day
        ) as part using (cluster_id, day)`,
      );
      expect(rows).to.eql([{ bills: clusters * 3, wrong: 0 }]);
    });
  }

  it('has hours that add up to their day', async () => {
    const { rows } = await client.query(
      `select table_name, sum(cost) filter (where unit = 'hour') = sum(cost) filter (where unit = 'day')
        as is_same
      from (
        select 'clusters' as table_name, 'hour' as unit, sum(cpu_cost_seconds) as cost
          from cluster_hours
        union all select 'clusters', 'day', sum(cpu_cost_seconds) from cluster_days
          where day = '2026-01-29'
        union all select 'workloads', 'hour', sum(cpu_cost_seconds) from workload_hours
        union all select 'workloads', 'day', sum(cpu_cost_seconds) from workload_days
          where day = '2026-01-29'
      ) as units group by table_name order by table_name`,
    );
    expect(rows).to.eql([
      { table_name: 'clusters', is_same: true },
      { table_name: 'workloads', is_same: true },
    ]);
  });
});
