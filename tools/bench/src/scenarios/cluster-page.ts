import { deepStrictEqual } from 'node:assert';
import { createClusterFleet } from '../cluster-fleet.ts';
import { measureThroughput } from '../measure-throughput.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startClusterPageFloor } from '../start-floor.ts';

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
    const floor = await startClusterPageFloor(fleet);
    const page = `${service.url}/v1/clusters?limit=100`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    await requireSameData(page, headers, floor.url);
    say('warming up');
    await measureThroughput(page, headers, warmUpSeconds);
    await measureThroughput(floor.url, {}, warmUpSeconds);
    return {
      postgres: fleet.postgres,
      measureService: () => measureThroughput(page, headers, roundSeconds),
      measureFloor: () => measureThroughput(floor.url, {}, roundSeconds),
      async close() {
        await service.stop();
        await floor.stop();
        await fleet.drop();
      },
    };
  },
};

/** Both sides must answer with the same data, or the comparison says nothing. */
async function requireSameData(
  page: string,
  headers: Record<string, string>,
  floor: string,
): Promise<void> {
  const data = async (url: string, init: RequestInit) => {
    const response = await fetch(url, init);
    return ((await response.json()) as { data: unknown }).data;
  };
  deepStrictEqual(await data(page, { headers }), await data(floor, {}));
}
