import { type ChildServer } from '../child-server.ts';
import { percentile } from '../median.ts';
import { type Outcome } from '../receiver/messages.ts';
import { readWrites } from '../receiver/read-writes.ts';
import {
  countAccepted,
  createReceiverFleet,
  type FleetOfAgents,
  type ReceiverFleet,
} from '../receiver/receiver-fleet.ts';
import { type MemoryCourse, sampleMemory } from '../receiver/sample-memory.ts';
import { startBareReceiver, startReceiver } from '../receiver/start-receiver.ts';
import { type Figure, type Run, type Scenario } from '../scenario.ts';

const warmUp = 2;

/** Agents that all report at once: what is answered is stored, at what pace, in how much memory. */
export const receiver: Scenario = {
  name: 'receiver',
  summary:
    '20 agents of 500 pods report to `costplane ingest --listen` as fast as answers come; floor: ' +
    'a server that only inserts nodes, pods and containers',
  async prepare(run) {
    const { isQuick, say } = run;
    const [rounds, perRound, seconds] = isQuick ? [2, 2, 4] : [5, 15, 120];
    const size = { agents: 20, pods: 500 };
    const clusters = await createReceiverFleet({
      ...size,
      reports: warmUp + seconds + rounds * perRound,
    });
    const figures = [
      ...(await reportEverySecond(clusters, { seconds, size, say })),
      ...(await reportEveryMinute(run)),
    ];
    const service = await startReceiver(clusters.fleet.databaseUrl);
    const floor = await startBareReceiver(clusters.fleet.databaseUrl);
    const toPace = (outcome: Outcome) =>
      (countAccepted(outcome) * size.pods) / (outcome.ms / 1_000);
    return {
      data: `${size.agents} clusters of ${size.pods} pods, 10 labels, durable database`,
      rounds,
      comparisons: [
        {
          name: 'as fast as answers come',
          unit: 'pods/s',
          target: { atLeast: 20_000 },
          measureService: async () => toPace(await clusters.report(service.url, perRound, null)),
          measureFloor: async () => toPace(await clusters.reportToFloor(floor.url, perRound)),
        },
      ],
      figures: () => figures,
      async close() {
        await service.stop();
        await floor.stop();
        await clusters.close();
      },
    };
  },
};

interface Paced {
  readonly seconds: number;
  readonly size: Omit<FleetOfAgents, 'reports'>;
  readonly say: Run['say'];
}

/** Each report is of a minute, sixty times as fast as in production. */
async function reportEverySecond(
  clusters: ReceiverFleet,
  { seconds, size, say }: Paced,
): Promise<Figure[]> {
  const { databaseUrl } = clusters.fleet;
  const withReceiver = async <Result>(work: (service: ChildServer) => Promise<Result>) => {
    const service = await startReceiver(databaseUrl);
    const result = await work(service);
    await service.stop();
    return result;
  };
  await withReceiver(({ url }) => clusters.report(url, warmUp, null));
  await clusters.client.query('checkpoint');
  const before = await readWrites(clusters.client);
  say(`each agent reports once a second for ${seconds} seconds`);
  const { result, memory } = await withReceiver(({ pid, url }) =>
    sampleMemory(pid, () => clusters.report(url, seconds, 1_000)),
  );
  const after = await readWrites(clusters.client);
  const podMinutes = countAccepted(result) * size.pods;
  return [
    figure('WAL per pod and minute', (after.walBytes - before.walBytes) / podMinutes, 'bytes'),
    figure('rows rewritten per pod and minute', (after.rows - before.rows) / podMinutes, 'rows', {
      atMost: 1,
    }),
    ...describePace('once a second', result, size.agents * seconds),
    ...describeMemory(memory),
  ];
}

/** A fleet at the pace of production. */
async function reportEveryMinute({ isQuick, say }: Run): Promise<Figure[]> {
  const [agents, pods, everyMs] = isQuick ? [50, 100, 4_000] : [300, 1_000, 60_000];
  const reports = 3;
  const name = `${agents} clusters of ${pods} pods, once in ${everyMs / 1_000} s`;
  say(`${name}, ${reports} times`);
  const clusters = await createReceiverFleet({ agents, pods, reports });
  const service = await startReceiver(clusters.fleet.databaseUrl);
  try {
    const outcome = await clusters.report(service.url, reports, everyMs);
    return describePace(name, outcome, agents * reports);
  } finally {
    await service.stop();
    await clusters.close();
  }
}

function describePace(name: string, outcome: Outcome, ticks: number): Figure[] {
  const refused = Object.entries(outcome.statuses).filter(([status]) => status !== '200');
  return [
    figure(`${name}: ticks missed`, outcome.missed, `of ${ticks}`, { atMost: 0 }),
    ...refused.map(([status, count]) =>
      figure(`${name}: answers ${status}`, count, 'answers', { atMost: 0 }),
    ),
    figure(`${name}: p50`, percentile(outcome.latencies, 0.5), 'ms'),
    figure(`${name}: p99`, percentile(outcome.latencies, 0.99), 'ms'),
  ];
}

const describeMemory = ({ peak, first, last }: MemoryCourse): Figure[] => [
  figure('once a second: peak memory', peak, 'MiB'),
  figure('once a second: memory, last third ÷ first', last / first, '', { atMost: 1.2 }),
];

const figure = (name: string, value: number, unit: string, target?: Figure['target']): Figure => ({
  name,
  value,
  unit,
  ...(target && { target }),
});
