import { describeLedger, explorerFleet } from '../explorer/fleet.ts';
import { explorerQuestions } from '../explorer/questions.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const every = explorerQuestions.length;
const shown = 5;

/** The slowest of many questions. */
export const explorerFilters: Scenario = {
  name: 'explorer-filters',
  summary: `the slowest of ${every} questions (groupings, filters, bases and page sizes)`,
  async prepare(run) {
    const fleet = await explorerFleet(run);
    const service = await startCostplane(fleet.databaseUrl);
    const questions = explorerQuestions.filter((_, nth) => !run.isQuick || nth % 8 === 0);
    const slowest: { readonly name: string; readonly ms: number }[] = [];
    return {
      data: describeLedger(run),
      rounds: run.isQuick ? 1 : 3,
      comparisons: [
        {
          name: `slowest of ${questions.length} questions`,
          unit: 'ms',
          target: { atMost: 1_000 },
          async measureService() {
            const asked: typeof slowest = [];
            for (const { name, body } of questions) {
              const headers = { Authorization: `Bearer ${fleet.key}` };
              const url = `${service.url}/v1/cost-explorer/query`;
              asked.push({ name, ms: await measureLatency(url, headers, 1, body) });
            }
            asked.sort((one, other) => other.ms - one.ms);
            slowest.splice(0, Infinity, ...asked.slice(0, shown));
            return asked[0]?.ms ?? 0;
          },
        },
      ],
      figures: () => slowest.map(({ name, ms }) => ({ name, value: ms, unit: 'ms' })),
      close: () => service.stop(),
    };
  },
};
