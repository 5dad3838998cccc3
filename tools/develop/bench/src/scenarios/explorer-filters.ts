import { connectBare, measureStatements } from '../bare-client.ts';
import { explorerFleet } from '../explorer/fleet.ts';
import { type ExplorerQuestion, explorerQuestions } from '../explorer/questions.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { recordStatements } from '../record-statements.ts';

const requests = 3;
const shown = 5;
const path = '/v1/cost-explorer/query';

/** The slowest of many questions, against the SQL that it takes. */
export const explorerFilters: Scenario = {
  name: 'explorer-filters',
  summary:
    `the slowest of ${explorerQuestions.length} questions about a month of 100,000 containers ` +
    '(groupings, filters, bases and page sizes), against its SQL alone',
  unit: 'ms',
  target: 'service under 2000',
  rounds: 3,
  async prepare(say) {
    const fleet = await explorerFleet(say);
    const service = await startCostplane(fleet.databaseUrl);
    const client = await connectBare(fleet.databaseUrl);
    // As the service's own sessions have it.
    await client.query('set jit = off');
    const measure = ({ body }: ExplorerQuestion, times: number) =>
      measureLatency(
        `${service.url}${path}`,
        { Authorization: `Bearer ${fleet.key}` },
        times,
        body,
      );
    say(`asking ${explorerQuestions.length} questions`);
    const asked: { question: ExplorerQuestion; milliseconds: number }[] = [];
    for (const question of explorerQuestions) {
      asked.push({ question, milliseconds: await measure(question, 1) });
    }
    asked.sort((one, other) => other.milliseconds - one.milliseconds);
    const [slowest] = asked;
    if (!slowest) throw new Error('there are no questions');
    const statements = await recordStatements(fleet, path, '', slowest.question.body);
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: slowest.question.name,
          measureService: () => measure(slowest.question, requests),
          measureFloor: () => measureStatements(client, statements, requests),
        },
      ],
      figures: () =>
        asked.slice(0, shown).map(({ question, milliseconds }) => ({
          name: question.name,
          value: Math.round(milliseconds),
          unit: 'ms',
          target: 'under 2000, asked once',
        })),
      async close() {
        await client.end();
        await service.stop();
      },
    };
  },
};
