import { demoDays, loadSample } from '../console/demo.ts';
import { describeLedger, explorerFleet } from '../explorer/fleet.ts';
import {
  type ExplorerQuestion,
  explorerQuestions,
  questionsOfLastDays,
  questionsWithin,
} from '../explorer/questions.ts';
import { type Fleet } from '../fleet.ts';
import { measureLatency } from '../measure-latency.ts';
import { readFamily } from '../process-table.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const every = explorerQuestions.length + questionsWithin.length;
const shown = 5;

interface Asked {
  readonly name: string;
  readonly ms: number;
  /** Of PostgreSQL: what a busy machine does not change. */
  readonly cpuSeconds: number;
}

/** The slowest of many questions. */
export const explorerFilters: Scenario = {
  name: 'explorer-filters',
  summary: `the slowest of ${every} questions (groupings, filters, modes, bases, pages and windows)`,
  async prepare(run) {
    const large = await explorerFleet(run);
    const demo = run.isQuick ? null : await loadSample(demoDays, run.say);
    const postmaster = (await run.server.readPostmaster()) ?? 0;
    const readCpuSeconds = () => readFamily(postmaster).cpuSeconds;
    const most = new Map<string, readonly Asked[]>();
    const serve = async ({ databaseUrl, key }: Pick<Fleet, 'databaseUrl' | 'key'>) => {
      const service = await startCostplane(databaseUrl);
      const headers = { Authorization: `Bearer ${key}` };
      const ask = async ({ name, body }: ExplorerQuestion): Promise<Asked> => {
        const before = readCpuSeconds();
        const ms = await measureLatency(`${service.url}/v1/cost-explorer/query`, headers, 1, body);
        return { name, ms, cpuSeconds: readCpuSeconds() - before };
      };
      const compare = (
        window: string,
        questions: readonly ExplorerQuestion[],
        atMost: number,
      ): Comparison => {
        const chosen = questions.filter((_, nth) => !run.isQuick || nth % 8 === 0);
        return {
          name: `slowest of ${chosen.length} questions of ${window}`,
          unit: 'ms',
          target: { atMost },
          async measureService() {
            const asked: Asked[] = [];
            for (const question of chosen) asked.push(await ask(question));
            const byCpu = asked.toSorted((one, other) => other.cpuSeconds - one.cpuSeconds);
            most.set(window, byCpu.slice(0, shown));
            return Math.max(...asked.map(({ ms }) => ms));
          },
        };
      };
      return { service, compare };
    };
    const largeSide = await serve(large);
    const demoSide = demo && (await serve(demo));
    return {
      data: `${demo ? `the demo of ${demoDays} days; ` : ''}${describeLedger(run)}`,
      rounds: run.isQuick ? 1 : 3,
      comparisons: [
        largeSide.compare('a month', explorerQuestions, 1_000),
        largeSide.compare('days within', questionsWithin, 2_000),
        ...(demoSide ? [demoSide.compare('30 days of the demo', questionsOfLastDays, 500)] : []),
      ],
      figures: () =>
        [...most.values()].flat().flatMap(({ name, ms, cpuSeconds }) => [
          { name, value: ms, unit: 'ms' },
          { name: `${name}: CPU of PostgreSQL`, value: cpuSeconds * 1_000, unit: 'ms' },
        ]),
      async close() {
        await largeSide.service.stop();
        await demoSide?.service.stop();
        await demo?.drop();
      },
    };
  },
};
