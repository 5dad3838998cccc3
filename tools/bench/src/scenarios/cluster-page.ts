import { createClusterFleet } from '../cluster-fleet.ts';
import { measureThroughput } from '../measure-throughput.ts';
import { requireSameData } from '../require-same-data.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';

const warmUpSeconds = 3;
const roundSeconds = 4;

/** Pages of 100 clusters out of 500, beside nine other organizations of the same size. */
export const clusterPage: Scenario = {
  name: 'cluster-page',
  summary: '100 clusters a page, 32 connections, one process, everything on',
  unit: 'requests/s',
  target: 'ratio at least 0.85',
  rounds: 5,
  async prepare(say) {
    say('making 10 organizations of 500 clusters');
    const fleet = await createClusterFleet(10, 500);
    const service = await startCostplane(fleet.databaseUrl);
    const floor = await startFloor('cluster-page', fleet);
    const page = `${service.url}/v1/clusters?limit=100`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    await requireSameData(page, headers, floor.url);
    say('warming up');
    await measureThroughput(page, headers, warmUpSeconds);
    await measureThroughput(floor.url, {}, warmUpSeconds);
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'cluster-page',
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
