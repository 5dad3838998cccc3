import {
  allocateNode,
  chargePod,
  coresToNanocores,
  formatFixedPoint,
  mapResources,
  parsePriceBook,
  priceNode,
  pricesOfCluster,
  priceVolume,
  type Quantities,
  shippedPriceBook,
} from '@costplane/pricing';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterFacts, collectFacts } from './cost-page-facts.ts';
import { checkCalculations, readPage, type Row, type Section } from './cost-page.ts';

const title = 'How costs are computed';
const file = join(import.meta.dirname, '../../../../docs/how-costs-are-computed.md');

/** A cluster is taken in, served and asked. */
const timeoutMs = 60_000;

type Page = ReadonlyMap<string, Section>;

/** What the product makes of what a section gives, compared with what the section says. */
type Check = (section: Section, page: Page) => unknown;

function findSection(page: Page, name: string): Section {
  const section = page.get(name);
  if (!section) throw new Error(`The page has no section "${name}"`);
  return section;
}

function pricesIn(page: Page, cluster = 'production') {
  const [book = ''] = findSection(page, title).yaml;
  return pricesOfCluster(parsePriceBook(book, { fileName: 'the page' }), {
    id: '',
    name: cluster,
    organizationId: '',
    organizationName: '',
    currency: 'USD',
  });
}

/** Of a row of the page, by the names of its columns; a number that it does not have is 0. */
function quantities(row: Row, [cores, gib, gpus]: readonly [string, string, string]): Quantities {
  return {
    cpu: coresToNanocores(Number(row[cores] ?? 0)),
    ram: BigInt(Math.round(Number(row[gib] ?? 0) * 2 ** 30)),
    gpu: BigInt(row[gpus] ?? 0),
  };
}

function parsePrice(row: Row, page: Page) {
  return priceNode(
    {
      provider: 'aws',
      region: 'eu-west-1',
      operatingSystem: 'linux',
      instanceType: row['Instance type'] ?? row.Node ?? '',
      isSpot: row.Bought === 'spot',
      gpuModel: row.Model ?? '',
      capacity: quantities(row, ['Cores', 'GiB', 'GPUs']),
    },
    pricesIn(page, row.Cluster),
  );
}

/** The node and the pods of a section, each of one container, as the product divides its price. */
function divide({ tables }: Section, page: Page) {
  const [[node = {}] = [], pods = []] = tables;
  const { perResource } = parsePrice(node, page);
  if (!perResource) throw new Error('The node has no price');
  const capacity = quantities(node, ['Cores', 'GiB', 'GPUs']);
  const usable = quantities(node, ['Allocatable cores', 'Allocatable GiB', 'GPUs']);
  const allocatable = 'Allocatable cores' in node ? usable : capacity;
  const charges = pods.map((pod) => {
    const used = quantities(pod, ['Cores used', 'GiB used', '']);
    return chargePod([
      {
        requested: quantities(pod, ['Cores requested', 'GiB requested', 'GPUs requested']),
        used: 'Cores used' in pod ? used : { cpu: null, ram: null },
      },
    ]);
  });
  return { node, pods, divided: allocateNode({ perResource, capacity, allocatable }, charges) };
}

/** How the page has to say what a pod is charged for, where it says what the pod uses. */
const listCharges = (pod: Row): string[] =>
  ['cores', 'GiB'].flatMap((resource) => {
    const name = resource === 'GiB' ? resource : 'Cores';
    const [requested = '', used] = [pod[`${name} requested`], pod[`${name} used`]];
    return used === undefined
      ? []
      : [`${pod.Pod ?? ''} is charged for ${resource}: max(${requested}, ${used})`];
  });

const checkPods = (section: Section, page: Page): void => {
  checkCalculations(section, (section.tables[1] ?? []).flatMap(listCharges));
  const { node, pods, divided } = divide(section, page);
  for (const [index, pod] of pods.entries()) {
    const { cost, idle, overhead } = divided.pods[index]!;
    const amounts = mapResources((name) => formatFixedPoint(cost[name]));
    expect(amounts).to.deep.equal({ cpu: pod['For cores'], ram: pod['For memory'], gpu: '0' });
    if ('Idle' in pod) expect(formatFixedPoint(idle)).to.equal(pod.Idle);
    if ('Overhead' in pod) expect(formatFixedPoint(overhead)).to.equal(pod.Overhead);
  }
  expect(formatFixedPoint(divided.unallocated)).to.equal(node.Unallocated ?? '0');
};

const checks: Record<string, Check> = {
  'What a node costs': (section, page) => {
    checkCalculations(section);
    for (const row of section.tables[0]!) {
      const { priceHourly, perResource, pricingSource } = parsePrice(row, page);
      const parts = perResource && mapResources((name) => formatFixedPoint(perResource[name]));
      expect(parts).to.deep.equal({
        cpu: row['For cores'],
        ram: row['For memory'],
        gpu: row['For GPUs'],
      });
      expect(priceHourly === null ? '' : formatFixedPoint(priceHourly)).to.equal(
        row['USD per hour'],
      );
      expect(pricingSource).to.equal(row.Source);
    }
  },

  'The rates that come with Costplane': (section) => {
    checkCalculations(section);
    const { rates, storage } = shippedPriceBook();
    const text = (amount: bigint | null | undefined) =>
      amount === null || amount === undefined ? '' : formatFixedPoint(amount);
    const rate = (name: 'cpu' | 'ram' | 'gpu') => [
      text(rates.onDemand?.[name]),
      text(rates.spot?.[name]),
    ];
    expect(section.tables[0]!.map((row) => [row['On demand'], row.Spot])).to.deep.equal([
      rate('cpu'),
      rate('ram'),
      rate('gpu'),
      [text(storage.defaultGibMonth), ''],
    ]);
  },

  'What a pod costs': checkPods,
  'When pods use more than is allocatable': checkPods,
  'Unallocated cost': (section, page) => {
    checkPods(section, page);
    const [[node = {}] = [], [pod = {}] = []] = section.tables;
    const { list } = pricesIn(page).layers[0]!;
    const rate = (name: 'cpu' | 'ram') => formatFixedPoint(list.rates.onDemand![name]);
    const price = formatFixedPoint(parsePrice(node, page).priceHourly!);
    const given = [
      `${pod['Cores requested'] ?? ''} × ${rate('cpu')}`,
      `${pod['GiB requested'] ?? ''} × ${rate('ram')}`,
    ];
    checkCalculations(section, [`unallocated: ${[price, ...given].join(' - ')}`]);
  },

  Volumes: (section, page) => {
    checkCalculations(section);
    for (const row of section.tables[0]!) {
      const { priceHourly, pricingSource } = priceVolume(
        {
          provider: 'aws',
          region: 'eu-west-1',
          storageClass: row.Class ?? '',
          capacityBytes: BigInt(row.GiB ?? 0) * 2n ** 30n,
        },
        pricesIn(page),
      );
      expect(priceHourly === null ? '' : formatFixedPoint(priceHourly)).to.equal(
        row['USD per hour'],
      );
      expect(pricingSource).to.equal(row.Source);
    }
  },
};

/** The cluster of the page, and what the product says of it, which is asked once for the same. */
async function makeCluster(page: Page): Promise<ClusterFacts> {
  const [nodes = [], pods = []] = findSection(page, 'What a pod costs').tables;
  const [volumes = []] = findSection(page, 'The total cost of a cluster').tables;
  const [times = []] = findSection(page, 'From run rates to spend').tables;
  const change = findSection(page, 'When prices change').tables;
  const [teams = []] = findSection(page, 'Teams').tables;
  const [book = ''] = findSection(page, title).yaml;
  const [before = {}, after = {}] = change[1] ?? [];
  const on = (day: Row, rows: readonly Row[]) =>
    rows.map((row) => `${day.Day ?? ''}T${row['Snapshot at'] ?? ''}Z`);
  const rate = (day: Row) => `cpu_core_hour: ${day['Core-hour'] ?? ''},`;
  return collectFacts({
    node: nodes[0]!,
    pods,
    // Without what the page says of their cost, so that the product is not asked anew for that.
    volumes: volumes.map(({ 'USD per hour': _, ...given }) => given),
    teams: teams.map(({ 'USD per hour': _, ...given }) => given),
    days: [
      { book, snapshots: on(before, times) },
      { book: book.replace(rate(before), rate(after)), snapshots: on(after, change[0] ?? []) },
    ],
  });
}

const clusterChecks: Record<string, Check> = {
  'The total cost of a cluster': async (section, page) => {
    const [volumes = [], workloads = []] = section.tables;
    checkCalculations(
      section,
      volumes.map((row) => `${row.Volume ?? ''}: ${row.GiB ?? ''} ×`),
    );
    const facts = await makeCluster(page);
    expect(volumes.map((row) => [row.Volume, row.Workload, row['USD per hour']])).to.deep.equal(
      facts.volumes,
    );
    const columns = ['Workload', 'Direct', 'Idle', 'Overhead', 'Share of fee', 'Total'];
    expect(workloads.map((row) => columns.map((column) => row[column]))).to.deep.equal(
      facts.workloads,
    );
  },

  'Basis, cost mode and run rate': async (section, page) => {
    checkCalculations(section);
    const { runRates } = await makeCluster(page);
    expect(section.tables[0]!.map((row) => Object.values(row))).to.deep.equal(runRates);
  },

  'From run rates to spend': async (section, page) => {
    checkCalculations(section);
    const [snapshots = [], spent = []] = section.tables;
    const since = snapshots.map((row, index) => secondsBetween(snapshots[index - 1], row));
    expect(snapshots.map((row) => row['Seconds since the previous'])).to.deep.equal(since);
    const facts = await makeCluster(page);
    expect(snapshots.map((row) => row['Seconds accounted for'])).to.deep.equal(
      facts.accounted.slice(0, snapshots.length).map(String),
    );
    expect(spent.map((row) => Object.values(row))).to.deep.equal(facts.spent);
  },

  Efficiency: async (section, page) => {
    checkCalculations(section);
    const { efficiency } = await makeCluster(page);
    expect(section.tables[0]!.map((row) => Object.values(row))).to.deep.equal(efficiency);
  },

  Teams: async (section, page) => {
    const teams = section.tables[0]!;
    const shares = (of: string, column: string) =>
      teams.flatMap((row) =>
        row[column] ? [`${row.Team ?? ''}, ${of}: 0.08 × ${row[column]} / 100`] : [],
      );
    checkCalculations(section, [
      ...shares('of web', 'Weight of workload web (%)'),
      ...shares('of shop except web', 'Weight of namespace shop (%)'),
    ]);
    const facts = await makeCluster(page);
    expect(teams.map((row) => [row.Team, row['USD per hour']])).to.deep.equal(facts.teams);
  },

  'When prices change': async (section, page) => {
    const [snapshots = [], days = []] = section.tables;
    checkCalculations(
      section,
      days.map((row) => `${row.Day ?? ''}, per hour: 8 × ${row['Core-hour'] ?? ''} +`),
    );
    const [, ...since] = snapshots.map((row, index) => secondsBetween(snapshots[index - 1], row));
    const [, ...counted] = snapshots.map((row) => row['Seconds accounted for']);
    expect(counted).to.deep.equal(since);
    const facts = await makeCluster(page);
    expect(snapshots.map((row) => row['Seconds accounted for'])).to.deep.equal(
      facts.accounted.slice(-snapshots.length).map(String),
    );
    const columns = ['Day', 'Total cost per hour', 'Seconds accounted for', 'Spent'];
    expect(days.map((row) => columns.map((column) => row[column]))).to.deep.equal(facts.days);
  },

  'Repricing the past': async (section, page) => {
    const days = section.tables[0]!;
    checkCalculations(section);
    const [, [, after = {}] = []] = findSection(page, 'When prices change').tables;
    const { repricedDays } = await makeCluster(page);
    const columns = ['Day', 'Total cost per hour', 'Seconds accounted for', 'Spent'];
    expect(days.map((row) => columns.map((column) => row[column]))).to.deep.equal(repricedDays);
    for (const row of days) expect(row['Core-hour']).to.equal(after['Core-hour']);
  },

  'What a recommendation saves': async (section, page) => {
    const [resources = [], [saved = {}] = []] = section.tables;
    checkCalculations(
      section,
      resources.flatMap(({ Resource, Requested, Used, Recommended, ...row }) => [
        `${Resource!} recommended: ceil(${row['At the percentile']!} ×`,
        `${Resource!} charged now: max(${Requested!}, ${Used!})`,
        `${Resource!} charged then: max(${Recommended!}, ${Used!})`,
      ]),
    );
    const { recommendation } = await makeCluster(page);
    for (const [index, row] of resources.entries()) {
      const columns = ['At the percentile', 'Recommended', 'Charged now', 'Charged then'];
      expect(columns.map((column) => row[column])).to.deep.equal(
        recommendation.figures[index]!.map((figure, of) =>
          roundedAs(figure, row[columns[of]!] ?? ''),
        ),
      );
    }
    expect(saved['Saved per hour']).to.equal(recommendation.saved);
  },
};
Object.assign(checks, clusterChecks);

/** A figure with as many decimals as the page shows. */
const roundedAs = (figure: number, shown: string): string =>
  figure.toFixed(shown.split('.')[1]?.length ?? 0);

function secondsBetween(before: Row | undefined, row: Row): string {
  if (!before) return '';
  const [from, to] = [before, row].map((each) => Date.parse(`2026-07-15T${each['Snapshot at']!}Z`));
  return String((to! - from!) / 1000);
}

describe('docs/how-costs-are-computed.md', () => {
  let text: string;
  before(async () => {
    text = await readFile(file, 'utf8');
  });

  it('has a check for every section with numbers, and a section for every check', () => {
    const titles = [...readPage(text).values()]
      .filter(({ tables, calculations }) => tables.length + calculations.length > 0)
      .map((section) => section.title);
    expect(Object.keys(checks)).to.have.members(titles);
  });

  for (const [name, check] of Object.entries(checks)) {
    it(`is correct: ${name}`, async () => {
      const page = readPage(text);
      await check(findSection(page, name), page);
    }).timeout(timeoutMs);

    it(`detects any changed number: ${name}`, async () => {
      const unnoticed: string[] = [];
      const changes = [...changedNumbers(text, name)];
      expect(changes).not.to.deep.equal([]);
      for (const changed of changes) {
        const page = readPage(changed.text);
        if (await holds(check, findSection(page, name), page)) unnoticed.push(changed.line);
      }
      expect(unnoticed).to.deep.equal([]);
    }).timeout(timeoutMs);
  }

  it('detects any changed price of its book', async () => {
    const unnoticed: string[] = [];
    const changes = [...changedNumbers(text, title)];
    expect(changes).to.have.length(15);
    for (const changed of changes) {
      const page = readPage(changed.text);
      if (await allHold(page)) unnoticed.push(changed.line);
    }
    expect(unnoticed).to.deep.equal([]);
  }).timeout(timeoutMs);
});

/** Asks no further once something does not: a cluster takes longer than all before it. */
async function allHold(page: Page): Promise<boolean> {
  for (const [name, check] of Object.entries(checks)) {
    if (!(await holds(check, findSection(page, name), page))) return false;
  }
  return true;
}

async function holds(check: Check, section: Section, page: Page): Promise<boolean> {
  try {
    await check(section, page);
    return true;
  } catch {
    return false;
  }
}

/** The page with each number of a section's tables, calculations and prices another one. */
function* changedNumbers(text: string, name: string): Generator<{ text: string; line: string }> {
  const start = text.indexOf(`# ${name}\n`);
  const next = text.indexOf('\n## ', start);
  const section = text.slice(start, next === -1 ? text.length : next);
  for (const { 0: block, index: ofBlock } of section.matchAll(
    /^(?:\|.*\n)+|^```\w+\n.*?^```$/gms,
  )) {
    for (const { 0: number, index } of block.matchAll(block.startsWith('|') ? ofCells : ofFences)) {
      const other = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
      const at = start + ofBlock + index;
      const changed = text.slice(0, at) + other + text.slice(at + number.length);
      const line = changed.slice(changed.lastIndexOf('\n', at) + 1, changed.indexOf('\n', at));
      yield { text: changed, line: `${number} -> ${other}: ${line}` };
    }
  }
}

/** Cells that are a number or a time of day. */
const ofCells = /(?<=\| +)(?:\d+(?:\.\d+)?|\d\d:\d\d:\d\d)(?= +\|)/g;
/** After the colon of a line, and no part of a name. */
const ofFences = /(?<=: [^\n]*)(?<![\w.-])\d+(?:\.\d+)?(?![\w.]*\w)/g;
