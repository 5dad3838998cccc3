import { connectBare } from '../bare-client.ts';
import { measureLatency } from '../measure-latency.ts';
import { countAccepted, createReceiverFleet } from '../receiver/receiver-fleet.ts';
import { startReceiver } from '../receiver/start-receiver.ts';
import { type Comparison, type Figure, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const pods = 20;
const clustersPerOrganization = 10;
/** Enough to measure, however few agents send them. */
const reportsPerRound = 200;

const dayMs = 86_400_000;
const now = Date.now();
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const dates = { start_date: toDay(now - dayMs), end_date: toDay(now) };
const trendPath =
  '/v1/organizations/dashboard/cost-trend?granularity=hourly' +
  `&start=${Math.floor((now - dayMs) / 1_000)}&end=${Math.ceil(now / 1_000)}`;

/** Whether a cluster costs the same, and an organization reads as fast, however many there are. */
export const fleet: Scenario = {
  name: 'fleet',
  summary:
    'clusters of 20 pods in organizations of ten: their reports, and what one organization reads; ' +
    'floor: one organization alone',
  async prepare({ isQuick, say }) {
    const sizes = isQuick ? [100, 300] : [100, 1_000];
    const rounds = isQuick ? 2 : 5;
    say(`making ${sizes.join(' and ')} clusters`);
    const alone = await startFleet(clustersPerOrganization, rounds * sizes.length);
    const fleets: RunningFleet[] = [];
    for (const size of sizes) fleets.push(await startFleet(size, rounds));
    return {
      data: `${sizes.join(' and ')} clusters of ${pods} pods, 10 labels, durable database`,
      rounds,
      comparisons: fleets.flatMap((many) => [
        compareReports(many, alone),
        ...compareReads(many, alone),
      ]),
      figures: async () => [await weigh(alone), ...(await Promise.all(fleets.map(weigh)))],
      async close() {
        for (const one of [...fleets, alone]) await one.close();
      },
    };
  },
};

interface RunningFleet {
  readonly size: number;
  readonly databaseUrl: string;
  /** Milliseconds per report. */
  report(): Promise<number>;
  /** Milliseconds of a request of the first organization. */
  ask(path: string, body?: object): Promise<number>;
  close(): Promise<void>;
}

async function startFleet(size: number, rounds: number): Promise<RunningFleet> {
  const perRound = Math.ceil(reportsPerRound / size);
  const agents = await createReceiverFleet({
    agents: size,
    agentsPerOrganization: clustersPerOrganization,
    pods,
    reports: (1 + rounds) * perRound,
  });
  const { databaseUrl, key } = agents.fleet;
  const receiver = await startReceiver(databaseUrl);
  await agents.report(receiver.url, perRound, null);
  await agents.client.query('vacuum analyze');
  const service = await startCostplane(databaseUrl);
  return {
    size,
    databaseUrl,
    async report() {
      const outcome = await agents.report(receiver.url, perRound, null);
      return outcome.ms / countAccepted(outcome);
    },
    ask: (path, body) =>
      measureLatency(`${service.url}${path}`, { Authorization: `Bearer ${key}` }, 20, body),
    async close() {
      await receiver.stop();
      await service.stop();
      await agents.close();
    },
  };
}

const compareReports = (many: RunningFleet, alone: RunningFleet): Comparison => ({
  name: `${many.size} clusters: a report`,
  unit: 'ms',
  target: { ratioAtMost: 1.1 },
  measureService: () => many.report(),
  measureFloor: () => alone.report(),
});

const compareReads = (many: RunningFleet, alone: RunningFleet): Comparison[] =>
  (
    [
      ['dashboard', '/v1/organization/dashboard'],
      ['workloads', '/v1/workloads?limit=100'],
      ['trend', trendPath],
      ['explorer', '/v1/cost-explorer/query', { ...dates, group_by: 'namespace' }],
    ] as const
  ).map(([name, path, body]) => ({
    name: `${many.size} clusters: ${name} of ten`,
    unit: 'ms',
    target: { ratioAtMost: 1.2 },
    measureService: () => many.ask(path, body),
    measureFloor: () => alone.ask(path, body),
  }));

async function weigh({ size, databaseUrl }: RunningFleet): Promise<Figure> {
  const client = await connectBare(databaseUrl);
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where relnamespace = 'costplane'::regnamespace and relkind = 'r'`,
  );
  await client.end();
  const value = Number(rows[0]?.bytes) / size / 1_000;
  return { name: `${size} clusters: stored for each`, value, unit: 'kB' };
}
