import { expect } from 'chai';
import { costplaneJson } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { expectInvariant, expectStored, makeQuery, untilFolded } from './support/expect-ledger.ts';
import { createFleet, reportUntil } from './support/fleet.ts';
import { foldOften, type Receiver, startReceiver } from './support/receiver.ts';

const seconds = 10;
/** Of each agent, however slow the machine is. */
const minReports = 4;
/** For the snapshots that are under way then. */
const lastSeconds = 60;
const names = ['one', 'two', 'three', 'four', 'five', 'six'];

describe('agents that report for a while', () => {
  let database: Database;
  let receiver: Receiver;
  before(async () => {
    database = await createDatabase();
    await costplaneJson(['org', 'create', 'acme'], { DATABASE_URL: database.url });
    receiver = await startReceiver({ DATABASE_URL: database.url }, foldOften);
  });
  after(async () => {
    expect(await receiver.stop(), receiver.output.stderr).to.equal(0);
    await database.drop();
  });

  it('find everything stored that was answered with 200, in order per cluster', async () => {
    const since = Date.now() - 7 * 24 * 3_600_000;
    const environment = { DATABASE_URL: database.url };
    const fleet = await createFleet(environment, { org: 'acme', names, since, pods: 60 });
    const end = Date.now() + seconds * 1000;
    await Promise.all(
      fleet.map((cluster) =>
        reportUntil(cluster, {
          url: () => receiver.url,
          isOver: () => Date.now() > end && cluster.stored.length >= minReports,
          isLastGivenUp: () => Date.now() > end + lastSeconds * 1000,
        }),
      ),
    );
    await untilFolded(makeQuery(database));
    await expectStored(makeQuery(database), fleet);
    await expectInvariant(makeQuery(database));
    for (const { id, stored, dropped } of fleet) {
      expect(dropped).to.eql([]);
      const rows = await database.sql<{ snapshot_id: string }>(
        'select snapshot_id from snapshots where cluster_id = $1 order by ingested_at',
        [id],
      );
      expect(rows.map(({ snapshot_id }) => snapshot_id)).to.eql(
        stored.map(({ snapshot_id }) => snapshot_id),
      );
    }
    const metrics = await (await fetch(receiver.metricsUrl)).text();
    const sent = fleet.reduce((sum, { stored }) => sum + stored.length, 0);
    expect(metrics).to.include(`costplane_receiver_snapshots_total{outcome="applied"} ${sent}\n`);
    expect(metrics).to.include(`costplane_receiver_pods_total ${sent * 63}\n`);
  });
});
