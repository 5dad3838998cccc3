import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { createWorkloadFleet, largeNamespace, largeTeam } from '../workload-fleet.ts';

const requests = 100;
const own = { clusters: 10, workloadsPerCluster: 5_000 };

/** A page beside ten times as many workloads of other organizations, against one alone. */
export const neighbours: Scenario = {
  name: 'neighbours',
  summary: 'a page of 50,000 workloads beside 500,000 of other organizations, against alone',
  unit: 'ms',
  target: 'ratio at most 1.2',
  rounds: 5,
  async prepare(say) {
    say('making 50,000 workloads alone, and beside 500,000 of ten other organizations');
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
        measureService: () => measure(service.url, beside.key),
        measureFloor: () => measure(floor.url, alone.key),
      };
    });
    return {
      postgres: beside.postgres,
      comparisons,
      async close() {
        await Promise.all([service.stop(), floor.stop()]);
        await Promise.all([alone.drop(), beside.drop()]);
      },
    };
  },
};
