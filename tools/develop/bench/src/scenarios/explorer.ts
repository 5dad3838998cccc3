import { connectBare, measureStatements } from '../bare-client.ts';
import { dates, explorerFleet } from '../explorer/fleet.ts';
import { explorerPageSql } from '../explorer/page-sql.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const requests = 10;
const perPage = 50;

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
    const fleet = await explorerFleet(say);
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
      },
    };
  },
};
