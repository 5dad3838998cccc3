import { connectBare } from '../bare-client.ts';
import { createFleet } from '../fleet.ts';
import { bareTablesSql } from '../ingest/bare-tables.ts';
import { createAgentTokens } from '../receiver/create-agent-tokens.ts';
import { type Outcome } from '../receiver/messages.ts';
import { type MemoryCourse, sampleMemory } from '../receiver/sample-memory.ts';
import { startAgents } from '../receiver/start-agents.ts';
import { startBareReceiver, startReceiver } from '../receiver/start-receiver.ts';
import { verifyStored } from '../receiver/verify-stored.ts';
import { type Figure, type Scenario } from '../scenario.ts';

const agentCount = 20;
const podsPerAgent = 500;
const everyMs = 1_000;
const seconds = Number(process.env.COSTPLANE_BENCH_SECONDS ?? 120);
const rounds = 3;
/** Reports of each agent in a round that is as fast as answers come. */
const perRound = 15;

/** Agents that all report at once: what is answered is stored, at what pace, in how much memory. */
export const receiver: Scenario = {
  name: 'receiver',
  summary:
    `${agentCount} agents, each reporting ${podsPerAgent} pods as fast as answers come, to ` +
    '`costplane ingest --listen`, against a server that only inserts nodes, pods and containers; ' +
    `before, each once a second for ${seconds} seconds`,
  unit: 'pods/s',
  target: 'service at least 10000',
  rounds,
  async prepare(say) {
    const fleet = await createFleet(1, [], () => Promise.resolve());
    const client = await connectBare(fleet.databaseUrl);
    await client.query(bareTablesSql);
    const { clusterIds, tokens } = await createAgentTokens(
      client,
      fleet.organizationId,
      agentCount,
    );
    say('preparing reports');
    const warmUp = 2;
    const reports = warmUp + seconds + rounds * perRound;
    const agents = await startAgents(agentCount, { pods: podsPerAgent, reports });
    const service = await startReceiver(fleet.databaseUrl);
    const floor = await startBareReceiver(fleet.databaseUrl);
    const accepted = clusterIds.map((): string[] => []);
    let next = 0;
    const report = async (count: number, pace: number | null): Promise<Outcome> => {
      const outcome = await agents.report({
        url: service.url,
        tokens,
        from: next,
        count,
        everyMs: pace,
      });
      next += count;
      for (const [agent, ids] of outcome.accepted.entries()) accepted[agent]?.push(...ids);
      return outcome;
    };
    await report(warmUp, null);
    say(`each agent reports once a second for ${seconds} seconds`);
    const paced = await sampleMemory(service.pid, () => report(seconds, everyMs));
    await verifyStored(client, clusterIds, accepted);
    let floorNext = warmUp;
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'as fast as answers come',
          async measureService() {
            const outcome = await report(perRound, null);
            await verifyStored(client, clusterIds, accepted);
            return podsPerSecond(outcome);
          },
          async measureFloor() {
            const from = floorNext;
            floorNext += perRound;
            const outcome = await agents.report({
              url: floor.url,
              tokens,
              from,
              count: perRound,
              everyMs: null,
            });
            return podsPerSecond(outcome);
          },
        },
      ],
      figures: () => toFigures(paced.result, paced.memory),
      async close() {
        agents.stop();
        await service.stop();
        await floor.stop();
        await client.end();
        await fleet.drop();
      },
    };
  },
};

const acceptedIn = ({ accepted }: Outcome) => accepted.reduce((sum, ids) => sum + ids.length, 0);
const podsPerSecond = (outcome: Outcome) =>
  (acceptedIn(outcome) * podsPerAgent) / (outcome.ms / 1_000);

function toFigures(paced: Outcome, memory: MemoryCourse): Figure[] {
  const ticks = agentCount * seconds;
  const latencies = paced.latencies.toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    Math.round(latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN);
  const figure = (name: string, value: number, unit: string, target: string): Figure => ({
    name: `once a second: ${name}`,
    value,
    unit,
    target,
  });
  const others = Object.entries(paced.statuses).filter(([status]) => status !== '200');
  return [
    figure('pods', Math.round(podsPerSecond(paced)), 'pods/s', `${agentCount * podsPerAgent}`),
    figure('snapshots', hundredths(acceptedIn(paced) / (paced.ms / 1_000)), '/s', `${agentCount}`),
    figure('ticks that were met', hundredths(1 - paced.missed / ticks), 'of 1', '1'),
    figure('answered 200 and missing afterwards', 0, '', '0, or the run fails'),
    ...others.map(([status, count]) => figure(`answers ${status}`, count, '', '0')),
    figure('latency, median', percentile(0.5), 'ms', 'any'),
    figure('latency, 99th percentile', percentile(0.99), 'ms', 'any'),
    figure('memory of the receiver with its workers, peak', Math.round(memory.peak), 'MiB', 'any'),
    figure('memory, first third', Math.round(memory.first), 'MiB', 'any'),
    figure('memory, last third', Math.round(memory.last), 'MiB', 'at most 1.2 of the first'),
  ];
}

const hundredths = (value: number) => Math.round(value * 100) / 100;
