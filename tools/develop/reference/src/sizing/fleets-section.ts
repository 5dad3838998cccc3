import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { command } from '../generated.ts';
import { code, table } from '../markdown.ts';
import { repository } from '../repository.ts';
import { type HistoryTable } from './measured.ts';
import { type Fleet, machine, planFleet, type Prices } from './plan-fleet.ts';

const section = /<!-- fleets: [^\n]*-->[^]*?<!-- \/fleets -->/;
const begin = `<!-- fleets: made from tools/develop/reference/src/sizing by \`${command}\` -->`;

const fleets: readonly Fleet[] = [100, 1_000].flatMap((nodesPerCluster) =>
  [100, 1_000, 10_000].map((clusters) => ({ clusters, nodesPerCluster })),
);

/** The sizing page, with the requirements of fleets inserted between its markers. */
export function withFleets(page: string): string {
  const plans = fleets.map((fleet) => ({ fleet, plan: planFleet(fleet, readPrices()) }));
  const headings = plans.map(
    ({ fleet }) => `${grouped(fleet.clusters)} × ${grouped(fleet.nodesPerCluster)}`,
  );
  const row = (name: string, cell: (each: (typeof plans)[number]) => string) => [
    name,
    ...plans.map(cell),
  ];
  const tables = Object.keys(plans[0]?.plan.bytesPerDay ?? {}) as HistoryTable[];
  const rows = [
    row('pods', ({ plan }) => count(plan.pods)),
    ...tables.map((name) => row(code(name), ({ plan }) => bytes(plan.bytesPerDay[name]))),
    row('WAL per day', ({ plan }) => bytes(plan.walBytesPerDay)),
    row('network traffic of reports', ({ plan }) => `${bytes(plan.networkBytesPerSecond)}/s`),
    row('stored in the long run', ({ plan }) => bytes(plan.storedBytes)),
    row('receiver cores', ({ plan }) => count(Math.ceil(plan.receiverCores))),
    row('PostgreSQL cores', ({ plan }) => count(Math.ceil(plan.postgresCores))),
    row('PostgreSQL servers', ({ plan }) => count(plan.servers)),
    row('USD per month', ({ plan }) => count(plan.costMonthly)),
    row('USD per node and month', ({ fleet, plan }) =>
      (plan.costMonthly / (fleet.clusters * fleet.nodesPerCluster)).toFixed(2),
    ),
  ];
  const made = [begin, table(['Clusters × nodes', ...headings], rows), '<!-- /fleets -->'];
  return page.replace(section, () => made.join('\n\n'));
}

/** AWS prices in us-east-1, from the built-in price book. */
function readPrices(): Prices {
  const file = join(repository, 'tools/data-plane/pricing/prices/default.yaml');
  const book = parse(readFileSync(file, 'utf8')) as {
    storage: { default_gib_month: number };
    instances: { aws: { 'us-east-1': Record<string, number> } };
  };
  const machineHourly = book.instances.aws['us-east-1'][machine.instanceType];
  if (machineHourly === undefined) throw new Error(`${machine.instanceType} has no price`);
  return { machineHourly, gibMonthly: book.storage.default_gib_month };
}

const grouped = (value: number) => value.toLocaleString('en');
const count = (value: number) => grouped(Number(value.toPrecision(2)));

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const step = Math.floor(Math.log10(value) / 3);
  return `${count(value / 1_000 ** step)} ${units[step] ?? ''}`;
}
