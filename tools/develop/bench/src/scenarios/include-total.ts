import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';
import { manyWorkloads } from '../workload-fleet.ts';

/** A page with its total over 500,000 workloads, against the bare count. */
export const includeTotal: Scenario = {
  name: 'include-total',
  summary: 'a page of 100 with include_total over 500,000 workloads; floor: a bare count',
  async prepare(run) {
    const fleet = await manyWorkloads(run);
    const service = await startCostplane(fleet.databaseUrl);
    const floor = await startFloor('count', fleet);
    const page = `${service.url}/v1/workloads?limit=100&include_total=true`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const requests = run.isQuick ? 5 : 15;
    return {
      data: `${run.isQuick ? '20,000' : '500,000'} workloads of one organization, 12 labels`,
      rounds: run.isQuick ? 3 : 5,
      comparisons: [
        {
          name: 'first page with its total',
          unit: 'ms',
          target: { atMost: 300 },
          measureService: () => measureLatency(page, headers, requests),
          measureFloor: () => measureLatency(floor.url, {}, requests),
        },
      ],
      async close() {
        await service.stop();
        await floor.stop();
      },
    };
  },
};
