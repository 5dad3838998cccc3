import { loadSample } from '../console/demo.ts';
import { type Asked, startVisitor, type Visited } from '../console/visitor.ts';
import { type Comparison, type Figure, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const samples = [
  { name: 'demo', scale: 'small', days: 31 },
  { name: '20,000 workloads', scale: 'large', days: 2 },
] as const;

/** The overview in a browser, against its requests alone: what the page itself takes. */
export const consolePage: Scenario = {
  name: 'console',
  summary:
    'the overview in Chromium, opened and with another cost mode, against its requests alone',
  unit: 'ms',
  target: 'demo opened under 1500, a change at most 300 above the API, 20,000 workloads no slower',
  rounds: 5,
  async prepare(say) {
    const visitor = await startVisitor();
    const visits: Visited[] = [];
    const prepared = await Promise.all(
      samples.map(async ({ name, scale, days }) => {
        say(`loading ${name}, ${days} days`);
        const sample = await loadSample(scale, days);
        return { name, sample, service: await startCostplane(sample.databaseUrl) };
      }),
    );
    const comparisons = prepared.flatMap(({ name, sample: { key }, service: { url } }) => {
      let last: Visited | undefined;
      const visit = async () => {
        last = await visitor.visit(url, key);
        visits.push(last);
        return last;
      };
      const ask = async (asked: readonly Asked[] = []) => {
        const startedAt = performance.now();
        await Promise.all(asked.map((one) => send(one, key)));
        return performance.now() - startedAt;
      };
      return [
        {
          name: `${name}, opened`,
          measureService: async () => (await visit()).openedMs,
          measureFloor: () => ask(last?.opening),
        },
        {
          name: `${name}, changed`,
          measureService: async () => (await visit()).changedMs,
          measureFloor: () => ask(last?.change),
        },
      ] satisfies Comparison[];
    });
    return {
      postgres: prepared[0]?.sample.postgres ?? '',
      comparisons,
      figures: () => describePage(visits),
      async close() {
        await visitor.close();
        for (const { sample, service } of prepared) {
          await service.stop();
          await sample.drop();
        }
      },
    };
  },
};

function describePage(visits: readonly Visited[]): Figure[] {
  const most = (pick: (visit: Visited) => number) => Math.max(...visits.map(pick));
  return [
    {
      name: 'page, scripts and styles of the first load',
      value: Math.round(most(({ pageBytes }) => pageBytes) / 1000),
      unit: 'kB',
      target: 'at most 300',
    },
    {
      name: 'requests of the overview',
      value: most(({ opening }) => opening.length),
      unit: 'requests',
      target: 'at most 12',
    },
  ];
}

async function send({ url, body }: Asked, key: string): Promise<void> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== null && { method: 'POST', body }),
  });
  await response.arrayBuffer();
}
