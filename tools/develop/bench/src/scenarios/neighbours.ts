import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { createWorkloadFleet, largeNamespace, largeTeam } from '../workload-fleet.ts';

/** A page beside ten times as many workloads of other organizations, against one alone. */
export const neighbours: Scenario = {
  name: 'neighbours',
  summary: 'a page beside ten times as many workloads of others; floor: alone in its database',
  async prepare(run) {
    const own = { clusters: 10, workloadsPerCluster: run.isQuick ? 200 : 5_000 };
    const workloads = own.clusters * own.workloadsPerCluster;
    const data = `${workloads} workloads, alone and beside ${10 * workloads} of ten organizations`;
    const requests = run.isQuick ? 30 : 100;
    run.say(`making ${data}`);
    const [alone, beside] = [
      await createWorkloadFleet(own),
      await createWorkloadFleet(own, { ...own, organizations: 10 }),
    ];
    const [floor, service] = [
      await startCostplane(alone.databaseUrl),
      await startCostplane(beside.databaseUrl),
    ];
    const comparisons = [
      ['unfiltered', ''],
      ['namespace', `&namespace=${largeNamespace}`],
      ['team', `&team=${largeTeam}`],
    ].map(([name = '', filter = '']): Comparison => {
      const page = `/v1/workloads?limit=100${filter}`;
      const measure = (url: string, key: string) =>
        measureLatency(`${url}${page}`, { Authorization: `Bearer ${key}` }, requests);
      return {
        name,
        unit: 'ms',
        target: { ratioAtMost: 1.2 },
        measureService: () => measure(service.url, beside.key),
        measureFloor: () => measure(floor.url, alone.key),
      };
    });
    return {
      data,
      rounds: run.isQuick ? 3 : 5,
      comparisons,
      async close() {
        await Promise.all([service.stop(), floor.stop()]);
        await Promise.all([alone.drop(), beside.drop()]);
      },
    };
  },
};
