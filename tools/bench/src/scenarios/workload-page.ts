import { measureThroughput } from '../measure-throughput.ts';
import { requireSameData } from '../require-same-data.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';
import { createWorkloadFleet } from '../workload-fleet.ts';

const warmUpSeconds = 3;
const roundSeconds = 4;
const size = { clusters: 10, workloadsPerCluster: 1_000 };

/** Pages of 100 workloads out of 10,000, beside nine other organizations of the same size. */
export const workloadPage: Scenario = {
  name: 'workload-page',
  summary: '100 workloads a page, 32 connections, one process, everything on',
  unit: 'requests/s',
  target: 'ratio at least 0.85',
  rounds: 5,
  async prepare(say) {
    say('making 10 organizations of 10,000 workloads');
    const fleet = await createWorkloadFleet(size, { ...size, organizations: 9 });
    const service = await startCostplane(fleet.databaseUrl);
    const floor = await startFloor('workload-page', fleet);
    const page = `${service.url}/v1/workloads?limit=100`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    await requireSameData(page, headers, floor.url);
    say('warming up');
    await measureThroughput(page, headers, warmUpSeconds);
    await measureThroughput(floor.url, {}, warmUpSeconds);
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'workload-page',
          measureService: () => measureThroughput(page, headers, roundSeconds),
          measureFloor: () => measureThroughput(floor.url, {}, roundSeconds),
        },
      ],
      async close() {
        await service.stop();
        await floor.stop();
        await fleet.drop();
      },
    };
  },
};
