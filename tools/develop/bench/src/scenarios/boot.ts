import { createClusterFleet } from '../cluster-fleet.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';

/** From the start of the process to the first 200, with a migrated database that runs. */
export const boot: Scenario = {
  name: 'boot',
  summary: '`serve` to the first 200 with a migrated database',
  unit: 'ms',
  target: 'service under 1000',
  rounds: 7,
  async prepare() {
    const fleet = await createClusterFleet(1, 10);
    const measureBoot = async (start: () => ReturnType<typeof startCostplane>) => {
      const server = await start();
      await server.stop();
      return server.bootMs;
    };
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'boot',
          measureService: () => measureBoot(() => startCostplane(fleet.databaseUrl)),
          measureFloor: () => measureBoot(() => startFloor('cluster-page', fleet)),
        },
      ],
      close: () => fleet.drop(),
    };
  },
};
