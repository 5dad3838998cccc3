import { connectBare, measureStatements } from '../bare-client.ts';
import { fillClusters } from '../cluster-fleet.ts';
import { explorerPageSql } from '../explorer/page-sql.ts';
import { createFleet } from '../fleet.ts';
import {
  fillBills,
  fillContainers,
  fillNamespaceDays,
  fillNodes,
  fillWorkloads,
  prepareLedger,
} from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const requests = 10;
const perPage = 50;
const clusters = 10;
const workloadsPerCluster = 2_000;
const containersPerWorkload = 5;

const month = { from: '2026-04-01', to: '2026-05-01' };
/** With the thirty days before, which the summary compares with. */
const twoMonths = { from: '2026-03-02', to: '2026-05-01' };
const dates = { start: '2026-04-01', end: '2026-04-30', previousStart: '2026-03-02' };

/** Workloads of a month by cost, against the SQL of the same page written by hand. */
export const explorer: Scenario = {
  name: 'explorer',
  summary:
    'a month of 100,000 containers by workload, 50 a page, against SQL written for this page; ' +
    'and the second page (service) against the first (floor)',
  unit: 'ms',
  target: 'service under 500, second page at most 1.1 of the first',
  rounds: 5,
  async prepare(say) {
    say('making a month of 20,000 workloads with 5 containers each');
    const fleet = await createFleet(
      1,
      ['cost_explorer:read'],
      async (client, [organizationId = '']) => {
        await fillClusters(client, clusters);
        await prepareLedger(client, twoMonths);
        await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
        await fillWorkloads(client, 'day', twoMonths);
        await fillNamespaceDays(client, twoMonths);
        await fillBills(client, 'day', twoMonths);
        await fillNodes(client, month);
        await fillContainers(client, containersPerWorkload, month);
      },
    );
    const service = await startCostplane(fleet.databaseUrl);
    const client = await connectBare(fleet.databaseUrl);
    const measurePage = (page: number) =>
      measureLatency(
        `${service.url}/v1/cost-explorer/query`,
        { Authorization: `Bearer ${fleet.key}` },
        requests,
        { group_by: 'workload', start_date: dates.start, end_date: dates.end, page },
      );
    const measureSql = (page: number) =>
      measureStatements(
        client,
        explorerPageSql({ organizationId: fleet.organizationId, ...dates, page, perPage }),
        requests,
      );
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'first page',
          measureService: () => measurePage(1),
          measureFloor: () => measureSql(1),
        },
        {
          name: 'second page',
          measureService: () => measurePage(2),
          measureFloor: () => measureSql(2),
        },
        {
          name: 'second page against the first',
          measureService: () => measurePage(2),
          measureFloor: () => measurePage(1),
        },
      ],
      async close() {
        await client.end();
        await service.stop();
        await fleet.drop();
      },
    };
  },
};
