import { type ChildServer } from '../child-server.ts';
import { dates, describeLedger, explorerFleet, trendPath } from '../explorer/fleet.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

/** The first answer after PostgreSQL was restarted and the page cache dropped, against warm ones. */
export const cold: Scenario = {
  name: 'cold',
  summary: 'the first answer with nothing in memory; floor: the same, asked again',
  async prepare(run) {
    const fleet = await explorerFleet(run);
    const service: ChildServer = await startCostplane(fleet.databaseUrl);
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const ask = (path: string, body?: object, times = 1) =>
      measureLatency(`${service.url}${path}`, headers, times, body);
    let notForgotten: readonly string[] = [];
    const compare = (name: string, path: string, body?: object): Comparison => ({
      name,
      unit: 'ms',
      async before(side) {
        if (side === 'service') notForgotten = await run.server.forgetData();
        await service.waitUntilReady();
        if (side === 'floor') await ask(path, body);
      },
      measureService: () => ask(path, body),
      measureFloor: () => ask(path, body, 5),
    });
    const question = { ...dates, group_by: 'workload' };
    return {
      data: describeLedger(run),
      rounds: run.isQuick ? 1 : 5,
      comparisons: [
        compare('100 workloads', '/v1/workloads?limit=100'),
        compare('a month by workload', '/v1/cost-explorer/query', question),
        compare('a month of an organization', trendPath),
      ],
      figures: () => notForgotten.map((value) => ({ name: 'cold', value, unit: '' })),
      close: () => service.stop(),
    };
  },
};
