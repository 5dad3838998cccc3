import { type Outcome } from '../receiver/messages.ts';
import { countAccepted, createReceiverFleet } from '../receiver/receiver-fleet.ts';
import { startBareReceiver, startReceiver } from '../receiver/start-receiver.ts';
import { type Scenario } from '../scenario.ts';

/** One report of a cluster with very many pods. */
export const oneLargeCluster: Scenario = {
  name: 'one-large-cluster',
  summary: 'a report of 30,000 pods; floor: a server that only inserts nodes, pods and containers',
  async prepare({ isQuick, say }) {
    const [pods, rounds] = isQuick ? [3_000, 2] : [30_000, 5];
    say(`preparing reports of ${pods} pods`);
    const cluster = await createReceiverFleet({ agents: 1, pods, reports: 1 + rounds });
    const service = await startReceiver(cluster.fleet.databaseUrl);
    const floor = await startBareReceiver(cluster.fleet.databaseUrl);
    await cluster.report(service.url, 1, null);
    return {
      data: `1 cluster of ${pods} pods, 10 labels, durable database`,
      rounds,
      comparisons: [
        {
          name: 'a report of known objects',
          unit: 's',
          target: { atMost: 2, mibAtMost: 512 },
          measureService: async () => toSeconds(await cluster.report(service.url, 1, null)),
          measureFloor: async () => toSeconds(await cluster.reportToFloor(floor.url, 1)),
        },
      ],
      async close() {
        await service.stop();
        await floor.stop();
        await cluster.close();
      },
    };
  },
};

function toSeconds(outcome: Outcome): number {
  if (countAccepted(outcome) !== 1) {
    throw new Error(`the report was answered ${Object.keys(outcome.statuses).join(', ')}`);
  }
  return outcome.ms / 1_000;
}
