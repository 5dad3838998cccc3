import { keepFleet } from '../kept-fleets.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { createWorkloadFleet } from '../workload-fleet.ts';

const size = { clusters: 10, workloadsPerCluster: 2_000 };

/** What Prometheus reads of 20,000 workloads every minute, and the list that rolls them up by team. */
export const scrape: Scenario = {
  name: 'scrape',
  summary: 'a scrape of the cost metrics of 20,000 workloads, and the list of their teams',
  async prepare(run) {
    const fleet = await keepFleet('scrape', () => createWorkloadFleet(size));
    const service = await startCostplane(fleet.databaseUrl);
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const measure = (path: string) =>
      measureLatency(service.url + path, headers, run.isQuick ? 5 : 20);
    return {
      data: '20,000 workloads of 10 clusters in one organization, 12 labels',
      rounds: run.isQuick ? 3 : 5,
      comparisons: [
        {
          name: 'all samples',
          unit: 'ms',
          target: { atMost: 300 },
          measureService: () => measure('/v1/metrics/costs'),
        },
        {
          name: 'teams',
          unit: 'ms',
          target: { atMost: 20 },
          measureService: () => measure('/v1/teams?limit=100'),
        },
      ],
      close: () => service.stop(),
    };
  },
};
