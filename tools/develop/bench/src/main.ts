import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { acquireBenchServer, type BenchServer } from './bench-server.ts';
import { dropKeptFleets } from './kept-fleets.ts';
import { runScenario, type ScenarioResult } from './run-scenario.ts';
import { type Scenario } from './scenario.ts';
import { boot } from './scenarios/boot.ts';
import { cold } from './scenarios/cold.ts';
import { compressedPage } from './scenarios/compressed-page.ts';
import { consolePage } from './scenarios/console.ts';
import { deepPage } from './scenarios/deep-page.ts';
import { explorer } from './scenarios/explorer.ts';
import { explorerFilters } from './scenarios/explorer-filters.ts';
import { exportBeside } from './scenarios/export-beside.ts';
import { exportCsv, exportJsonl, exportParquet } from './scenarios/exports.ts';
import { includeTotal } from './scenarios/include-total.ts';
import { fleet } from './scenarios/fleet.ts';
import { ingest } from './scenarios/ingest.ts';
import { mixed } from './scenarios/mixed.ts';
import { neighbourAttack } from './scenarios/neighbour-attack.ts';
import { neighbours } from './scenarios/neighbours.ts';
import { oneLargeCluster } from './scenarios/one-large-cluster.ts';
import { clusterPage, nodePage, workloadPage } from './scenarios/page-against-floor.ts';
import { polledPage } from './scenarios/polled-page.ts';
import { receiver } from './scenarios/receiver.ts';
import { replicas } from './scenarios/replicas.ts';
import { scrape } from './scenarios/scrape.ts';
import { trendOrg } from './scenarios/trend-org.ts';
import { type Failure, toTable } from './to-table.ts';

/** In this order: those that share data follow each other, and `mixed` adds to what it shares. */
const scenarios: readonly Scenario[] = [
  clusterPage,
  workloadPage,
  nodePage,
  polledPage,
  compressedPage,
  replicas,
  boot,
  deepPage,
  includeTotal,
  scrape,
  neighbours,
  neighbourAttack,
  trendOrg,
  explorer,
  explorerFilters,
  cold,
  consolePage,
  mixed,
  exportCsv,
  exportJsonl,
  exportParquet,
  exportBeside,
  ingest,
  receiver,
  oneLargeCluster,
  fleet,
];

const usage = `Usage: npm run bench -- [SCENARIO...] [--quick] [--output FILE] [--list]

Runs each scenario against the service and against a floor, in turns. Prints a table at the end,
and writes all that was measured to a file. Without a name, every scenario.

  --quick         smaller fleets, fewer rounds: all scenarios in five minutes
  --output FILE   where to write the figures as JSON (default: bench-results.json)
  --list          print the names

${scenarios.map(({ name, summary }) => `  ${name.padEnd(18)} ${summary}`).join('\n')}
`;

const print = (text: string) => process.stdout.write(`${text}\n`);
const say = (message: string) => process.stderr.write(`${message}\n`);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      output: { type: 'string', default: 'bench-results.json' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return (print(usage), 0);
  if (values.list) return (print(scenarios.map(({ name }) => name).join('\n')), 0);
  const unknown = positionals.find((name) => !scenarios.some((one) => one.name === name));
  if (unknown !== undefined) return (say(`bench: no scenario "${unknown}"; see --list`), 2);
  const chosen = scenarios.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  const startedAt = new Date();
  const server = await acquireBenchServer();
  const results: (ScenarioResult | Failure)[] = [];
  for (const scenario of chosen) {
    results.push(await runOrFail(scenario, { server, isQuick: values.quick, startedAt }));
  }
  await dropKeptFleets();
  await server.release();
  const file = resolve(values.output);
  const document = describeRun(server, { isQuick: values.quick, startedAt });
  await writeFile(file, `${JSON.stringify({ ...document, results }, null, 2)}\n`);
  print(`${toTable(results)}\n\n${Object.values(document).flat().join(', ')}\n${file}`);
  return results.some((result) => 'error' in result) ? 1 : 0;
}

interface Setting {
  readonly isQuick: boolean;
  readonly startedAt: Date;
}

/** One that fails does not keep the others from being measured. */
async function runOrFail(
  scenario: Scenario,
  { server, isQuick, startedAt }: Setting & { readonly server: BenchServer },
): Promise<ScenarioResult | Failure> {
  const sayProgress = (message: string) => {
    const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
    say(`${String(seconds).padStart(5)} s  ${scenario.name}: ${message}`);
  };
  try {
    return await runScenario(scenario, { isQuick, server, say: sayProgress });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n', 1);
    sayProgress(`failed: ${reason}`);
    return { scenario: scenario.name, error: reason };
  }
}

const describeRun = ({ version, settings }: BenchServer, { isQuick, startedAt }: Setting) => ({
  size: isQuick ? 'quick' : 'full',
  startedAt: startedAt.toISOString(),
  seconds: `${Math.round((Date.now() - startedAt.getTime()) / 1_000)} s`,
  processor: `${availableParallelism()} cores of ${cpus()[0]?.model ?? 'an unknown processor'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: `Node.js ${process.version}`,
  postgres: `PostgreSQL ${version}`,
  settings: Object.entries(settings).map(([name, value]) => `${name} ${value}`),
});

// What has been started ends with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main().finally(dropKeptFleets);
} catch (error) {
  say(`bench: ${(error as Error).message.split('\n', 1)[0] ?? ''}`);
  process.exitCode = 1;
}
// The database is shared: letting go of it must not wait for its last user.
process.exit();
