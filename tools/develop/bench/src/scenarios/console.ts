import { type ChildServer } from '../child-server.ts';
import { demoDays, loadSample } from '../console/demo.ts';
import { type Asked, startVisitor, type Visited } from '../console/visitor.ts';
import { describeLedger, explorerFleet } from '../explorer/fleet.ts';
import { type Fleet } from '../fleet.ts';
import { type Comparison, type Figure, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

/** The overview in a browser, against its requests alone: what the page itself takes. */
export const consolePage: Scenario = {
  name: 'console',
  summary: 'the overview in Chromium, opened and with another cost mode; floor: its requests alone',
  async prepare(run) {
    const large = await explorerFleet(run);
    const demo = run.isQuick ? null : await loadSample(demoDays, run.say);
    const visitor = await startVisitor();
    const visits: Visited[] = [];
    const services: ChildServer[] = [];
    const compare = async (name: string, fleet: Pick<Fleet, 'databaseUrl' | 'key'>) => {
      const { key } = fleet;
      const service = await startCostplane(fleet.databaseUrl);
      services.push(service);
      const { url } = service;
      let last: Visited | undefined;
      const visit = async () => {
        last = await visitor.visit(url, key);
        visits.push(last);
        return last;
      };
      const ask = async (pick: (visit: Visited) => readonly Asked[]) => {
        const asked = pick(last ?? (await visit()));
        const startedAt = performance.now();
        await Promise.all(asked.map((one) => send(one, key)));
        return performance.now() - startedAt;
      };
      return [
        {
          name: `${name}, opened`,
          unit: 'ms',
          target: { atMost: 1_500 },
          measureService: async () => (await visit()).openedMs,
          measureFloor: () => ask(({ opening }) => opening),
        },
        {
          name: `${name}, changed`,
          unit: 'ms',
          measureService: async () => (await visit()).changedMs,
          measureFloor: () => ask(({ change }) => change),
        },
      ] satisfies Comparison[];
    };
    return {
      data: `${demo ? `the demo of ${demoDays} days; ` : ''}${describeLedger(run)}`,
      rounds: run.isQuick ? 1 : 5,
      comparisons: [
        ...(demo ? await compare('demo', demo) : []),
        ...(await compare('large organization', large)),
      ],
      figures: () => describePage(visits),
      async close() {
        await visitor.close();
        for (const service of services) await service.stop();
        await demo?.drop();
      },
    };
  },
};

function describePage(visits: readonly Visited[]): Figure[] {
  const most = (pick: (visit: Visited) => number) => Math.max(...visits.map(pick));
  return [
    {
      name: 'page, scripts and styles of the first load',
      value: most(({ pageBytes }) => pageBytes) / 1_000,
      unit: 'kB',
      target: { atMost: 300 },
    },
    {
      name: 'requests of the overview',
      value: most(({ opening }) => opening.length),
      unit: 'requests',
      target: { atMost: 12 },
    },
  ];
}

async function send({ url, body }: Asked, key: string): Promise<void> {
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body !== null && { method: 'POST', body }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
