import { type ChildServer } from '../child-server.ts';
import { percentile } from '../median.ts';
import { type Outcome } from '../receiver/messages.ts';
import { readWrites } from '../receiver/read-writes.ts';
import {
  countAccepted,
  createReceiverFleet,
  type ReceiverFleet,
} from '../receiver/receiver-fleet.ts';
import { startBareReceiver, startReceiver } from '../receiver/start-receiver.ts';
import { type Comparison, type Figure, type Run, type Scenario } from '../scenario.ts';

const agents = 20;
const pods = 500;
const warmUp = 2;
/** Where reports come sixty times as fast as in production: five minutes of these. */
const foldSeconds = '5';

/** Agents that all report at once: what is answered is stored, at what pace, in how much memory. */
export const receiver: Scenario = {
  name: 'receiver',
  summary:
    '20 agents of 500 pods report to `costplane ingest --listen` as fast as answers come; floor: ' +
    'a server that only inserts nodes, pods and containers',
  async prepare(run) {
    const [rounds, perRound, seconds] = run.isQuick ? [2, 2, 4] : [5, 15, 120];
    const clusters = await createReceiverFleet({
      agents,
      pods,
      reports: warmUp + seconds + rounds * perRound,
    });
    const { databaseUrl } = clusters.fleet;
    await withReceiver(databaseUrl, ({ url }) => clusters.report(url, warmUp, null));
    const figures: Figure[] = [];
    const floor = await startBareReceiver(databaseUrl);
    let service: ChildServer | undefined;
    return {
      data: `${agents} clusters of ${pods} pods, 10 labels, durable database`,
      rounds,
      comparisons: [
        reportEverySecond(clusters, seconds, figures),
        reportEveryMinute(run, figures),
        {
          name: 'as fast as answers come',
          unit: 'pods/s',
          target: { atLeast: 20_000 },
          async before() {
            service ??= await startReceiver(databaseUrl);
          },
          measureService: async () =>
            toPace(await clusters.report(service?.url ?? '', perRound, null), pods),
          measureFloor: async () => toPace(await clusters.reportToFloor(floor.url, perRound), pods),
        },
      ],
      figures: () => figures,
      async close() {
        await service?.stop();
        await floor.stop();
        await clusters.close();
      },
    };
  },
};

/** Each report is of a minute, sixty times as fast as in production. */
const reportEverySecond = (
  clusters: ReceiverFleet,
  seconds: number,
  figures: Figure[],
): Comparison => ({
  name: 'each once a second',
  unit: 'pods/s',
  rounds: 1,
  async measureService() {
    const { client, fleet } = clusters;
    await client.query('checkpoint');
    const before = await readWrites(client);
    const outcome = await withReceiver(
      fleet.databaseUrl,
      ({ url }) => clusters.report(url, seconds, 1_000),
      '--fold-interval',
      foldSeconds,
    );
    const after = await readWrites(client);
    const podMinutes = countAccepted(outcome) * pods;
    const [bytes, rows] = [after.walBytes - before.walBytes, after.rows - before.rows];
    figures.push(
      { name: 'WAL per pod and minute', value: bytes / podMinutes, unit: 'bytes' },
      {
        name: 'rows rewritten per pod and minute',
        value: rows / podMinutes,
        unit: 'rows',
        target: { atMost: 1 },
      },
      ...describePace('once a second', outcome, agents * seconds),
    );
    return toPace(outcome, pods);
  },
});

/** A fleet at the pace of production. */
function reportEveryMinute({ isQuick }: Run, figures: Figure[]): Comparison {
  const [clusterCount, podsEach, everyMs] = isQuick ? [50, 100, 4_000] : [300, 1_000, 60_000];
  const reports = 3;
  const name = `${clusterCount} of ${podsEach} pods once in ${everyMs / 1_000} s`;
  let clusters: ReceiverFleet | undefined;
  return {
    name,
    unit: 'pods/s',
    rounds: 1,
    async before() {
      clusters = await createReceiverFleet({ agents: clusterCount, pods: podsEach, reports });
    },
    async measureService() {
      if (!clusters) return Number.NaN;
      const { fleet, report, close } = clusters;
      const outcome = await withReceiver(fleet.databaseUrl, ({ url }) =>
        report(url, reports, everyMs),
      );
      await close();
      figures.push(...describePace(name, outcome, clusterCount * reports));
      return toPace(outcome, podsEach);
    },
  };
}

async function withReceiver<Result>(
  databaseUrl: string,
  work: (service: ChildServer) => Promise<Result>,
  ...options: readonly string[]
): Promise<Result> {
  const service = await startReceiver(databaseUrl, ...options);
  const result = await work(service);
  await service.stop();
  return result;
}

const toPace = (outcome: Outcome, podsEach: number) =>
  (countAccepted(outcome) * podsEach) / (outcome.ms / 1_000);

function describePace(name: string, outcome: Outcome, ticks: number): Figure[] {
  const { 200: _, ...others } = outcome.statuses;
  const refused = Object.values(others).reduce((sum, count) => sum + count, 0);
  const target = { atMost: 0 };
  return [
    { name: `${name}: missed`, value: outcome.missed, unit: `of ${ticks}`, target },
    { name: `${name}: not answered 200`, value: refused, unit: 'answers', target },
    { name: `${name}: p50`, value: percentile(outcome.latencies, 0.5), unit: 'ms' },
    { name: `${name}: p99`, value: percentile(outcome.latencies, 0.99), unit: 'ms' },
  ];
}
