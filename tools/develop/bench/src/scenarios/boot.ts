import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildServer } from '../child-server.ts';
import { readFamily } from '../process-table.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';
import { describeLists, listFleet } from '../workload-fleet.ts';

/** From the start of the process to the first 200, with a migrated database that runs. */
export const boot: Scenario = {
  name: 'boot',
  summary: '`serve` to the first 200 with a migrated database; floor: the bare server',
  async prepare(run) {
    const fleet = await listFleet(run);
    const idleMs = run.isQuick ? 2_000 : 10_000;
    const measureBoot = async (server: ChildServer) => {
      await server.stop();
      return server.bootMs;
    };
    return {
      data: describeLists(run),
      rounds: run.isQuick ? 3 : 7,
      comparisons: [
        {
          name: 'start to the first 200',
          unit: 'ms',
          target: { atMost: 400 },
          measureService: async () =>
            measureBoot(await startCostplane(fleet.databaseUrl, { keepsAnswers: true })),
          measureFloor: async () => measureBoot(await startFloor('cluster-page', fleet)),
        },
        {
          name: 'memory of an idle process',
          unit: 'MiB',
          target: { atMost: 90 },
          rounds: 2,
          measureService: async () =>
            measureIdle(await startCostplane(fleet.databaseUrl, { keepsAnswers: true })),
          measureFloor: async () => measureIdle(await startFloor('cluster-page', fleet)),
        },
      ],
      close: () => Promise.resolve(),
    };

    async function measureIdle(server: ChildServer): Promise<number> {
      await sleep(idleMs);
      const { residentMib } = readFamily(server.pid);
      await server.stop();
      return residentMib;
    }
  },
};
