import { parseArgs } from 'node:util';
import { dropKeptFleets } from './kept-fleets.ts';
import { type BenchmarkResult, type Compared, runScenario } from './run-scenario.ts';
import { type Scenario } from './scenario.ts';
import { boot } from './scenarios/boot.ts';
import { clusterPage } from './scenarios/cluster-page.ts';
import { consolePage } from './scenarios/console.ts';
import { deepPage } from './scenarios/deep-page.ts';
import { explorer } from './scenarios/explorer.ts';
import { explorerFilters } from './scenarios/explorer-filters.ts';
import { exportBeside } from './scenarios/export-beside.ts';
import { exportCsv, exportJsonl, exportParquet } from './scenarios/exports.ts';
import { includeTotal } from './scenarios/include-total.ts';
import { ingest } from './scenarios/ingest.ts';
import { neighbourAttack } from './scenarios/neighbour-attack.ts';
import { neighbours } from './scenarios/neighbours.ts';
import { receiver } from './scenarios/receiver.ts';
import { trendOrg } from './scenarios/trend-org.ts';
import { workloadPage } from './scenarios/workload-page.ts';

const scenarios: readonly Scenario[] = [
  clusterPage,
  workloadPage,
  deepPage,
  includeTotal,
  neighbours,
  neighbourAttack,
  trendOrg,
  explorer,
  explorerFilters,
  exportCsv,
  exportJsonl,
  exportParquet,
  exportBeside,
  ingest,
  receiver,
  boot,
  consolePage,
];

const usage = `Usage: npm run bench -- [SCENARIO...] [--json] [--list]

Runs each scenario against the service and against a floor, in turns, and prints both medians
and their ratio. Without a name, every scenario.

${scenarios.map(describe).join('\n')}
`;

function describe({ name, summary, target }: Scenario): string {
  return `  ${name.padEnd(16)} ${summary}; target: ${target}`;
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const say = (message: string) => process.stderr.write(`${message}\n`);

function toText(result: BenchmarkResult, { target }: Scenario): string {
  const { scenario, unit, runs, cores, node, postgres } = result;
  const compared = ({ service, floor, ratio }: Compared) =>
    `service ${service} ${unit}, floor ${floor} ${unit}, ratio ${ratio}`;
  const surroundings = `${cores} cores, Node.js ${node}, PostgreSQL ${postgres}`;
  return [
    `${scenario}: ${compared(result)} (${target}; medians of ${runs} runs, ${surroundings})`,
    ...Object.entries(result.comparisons ?? {}).map(([name, one]) => `  ${name}: ${compared(one)}`),
    ...(result.figures ?? []).map(
      (figure) => `  ${figure.name}: ${figure.value} ${figure.unit} (${figure.target})`,
    ),
  ].join('\n');
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return (print(usage), 0);
  if (values.list) {
    print(
      values.json
        ? JSON.stringify(
            scenarios.map(({ name, summary, unit, target }) => ({ name, summary, unit, target })),
          )
        : scenarios.map(({ name }) => name).join('\n'),
    );
    return 0;
  }
  const chosen = positionals.length > 0 ? positionals : scenarios.map(({ name }) => name);
  const unknown = chosen.find((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown !== undefined) return (say(`bench: no scenario "${unknown}"; see --list`), 2);
  if (values.json && chosen.length > 1) return (say('bench: --json takes one scenario'), 2);
  for (const scenario of scenarios.filter(({ name }) => chosen.includes(name))) {
    say(`${scenario.name}: ${scenario.summary}`);
    const result = await runScenario(scenario, say);
    print(values.json ? JSON.stringify(result) : toText(result, scenario));
  }
  return 0;
}

try {
  process.exitCode = await main().finally(dropKeptFleets);
} catch (error) {
  say(`bench: ${(error as Error).message.split('\n', 1)[0] ?? ''}`);
  process.exitCode = 1;
}
// The embedded test database is shared: letting go of it must not wait for its last user.
process.exit();
