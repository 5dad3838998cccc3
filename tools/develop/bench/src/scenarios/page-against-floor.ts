import { type Fleet } from '../fleet.ts';
import { measureThroughput } from '../measure-throughput.ts';
import { requireSameData } from '../require-same-data.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { startFloor } from '../start-floor.ts';

const warmUpSeconds = 3;
const roundSeconds = 4;

/** Requests a second for the first page of a list, against a bare server that makes the same page. */
export const pageAgainstFloor = (page: {
  readonly name: 'cluster-page' | 'workload-page';
  readonly path: string;
  readonly of: string;
  readonly making: string;
  readonly createFleet: () => Promise<Fleet>;
}): Scenario => ({
  name: page.name,
  summary: `100 ${page.of} a page, 32 connections, one process, everything on`,
  unit: 'requests/s',
  target: 'ratio at least 0.85',
  rounds: 5,
  async prepare(say) {
    say(page.making);
    const fleet = await page.createFleet();
    const service = await startCostplane(fleet.databaseUrl);
    const floor = await startFloor(page.name, fleet);
    const url = `${service.url}${page.path}?limit=100`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    await requireSameData(url, headers, floor.url);
    say('warming up');
    await measureThroughput(url, headers, warmUpSeconds);
    await measureThroughput(floor.url, {}, warmUpSeconds);
    const measureService = () => measureThroughput(url, headers, roundSeconds);
    const measureFloor = () => measureThroughput(floor.url, {}, roundSeconds);
    return {
      postgres: fleet.postgres,
      comparisons: [{ name: page.name, measureService, measureFloor }],
      async close() {
        await service.stop();
        await floor.stop();
        await fleet.drop();
      },
    };
  },
});
