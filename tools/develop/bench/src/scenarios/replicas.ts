import { type ChildServer } from '../child-server.ts';
import { measureThroughput } from '../measure-throughput.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { describeLists, listFleet } from '../workload-fleet.ts';

/** Up to four processes behind one port, against one. */
export const replicas: Scenario = {
  name: 'replicas',
  summary: '2 to 4 processes behind one port, a page of 100 workloads; floor: one process',
  async prepare(run) {
    const fleet = await listFleet(run);
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const roundSeconds = run.isQuick ? 1 : 4;
    const measure = ({ url }: ChildServer) =>
      measureThroughput(`${url}/v1/workloads?limit=100`, headers, roundSeconds);
    const one = await startCostplane(fleet.databaseUrl);
    await measure(one);
    const servers = [one];
    const comparisons: Comparison[] = [];
    for (const count of [2, 3, 4]) {
      const several = await startCostplane(fleet.databaseUrl, { processes: count });
      await measure(several);
      servers.push(several);
      comparisons.push({
        name: `${count} processes`,
        unit: 'requests/s',
        measureService: () => measure(several),
        measureFloor: () => measure(one),
      });
    }
    return {
      data: describeLists(run),
      rounds: run.isQuick ? 2 : 5,
      comparisons,
      async close() {
        for (const server of servers) await server.stop();
      },
    };
  },
};
