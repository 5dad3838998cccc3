import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { costplaneJson, freePort } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { digestTables } from '../support/digest-tables.ts';
import { temporaryFolder } from '../support/folder.ts';
import { send } from './support/agent.ts';
import {
  expectInvariant,
  expectStored,
  makeQuery,
  type Query,
  untilFolded,
} from './support/expect-ledger.ts';
import { createFleet, type ReportingCluster, reportUntil } from './support/fleet.ts';
import { leaveFullHour } from './support/leave-full-hour.ts';
import { foldOften, type Receiver, startReceiver } from './support/receiver.ts';

const rounds = 10;
/** Reports that have to be stored before and after a failure. */
const enough = 4;
const names = ['north', 'south', 'west'];
const since = () => Date.now() - 7 * 24 * 3_600_000 + 12 * 3_600_000;

/** After a failure all that was answered 200 is there, adds up, and is not taken twice. */
async function expectWhole(query: Query, fleet: readonly ReportingCluster[], url: string) {
  await untilFolded(query);
  await expectStored(query, fleet);
  await expectInvariant(query);
  const digest = await digestTables({ sql: query });
  for (const { token, stored } of fleet) {
    const last = stored.at(-1);
    if (!last) continue;
    const { statuses, isContent } = await send(last, { url, token, maxAttempts: 1 });
    expect({ statuses, isContent }).to.eql({ statuses: [200], isContent: true });
  }
  expect(await digestTables({ sql: query })).to.eql(digest);
}

async function queryOnce<Row>(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({
    connectionString: url,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}

const countStored = (fleet: readonly ReportingCluster[]) =>
  fleet.reduce((sum, { stored }) => sum + stored.length, 0);

describe('kill -9 while agents report', () => {
  beforeEach(leaveFullHour);

  describe('of the receiver', () => {
    let database: Database;
    let port: string;
    let receiver: Receiver | undefined;
    before(async () => {
      database = await createDatabase();
      port = String(await freePort());
    });
    after(async () => {
      await receiver?.stop();
      await database.drop();
    });

    it(`loses nothing that was answered with 200, in ${rounds} rounds`, async () => {
      const environment = { DATABASE_URL: database.url };
      await costplaneJson(['org', 'create', 'acme'], environment);
      const fleet = await createFleet(environment, { org: 'acme', names, since: since() });
      const url = `http://127.0.0.1:${port}`;
      for (let round = 0; round < rounds; round += 1) {
        receiver ??= await startReceiver(environment, ['--listen', port, ...foldOften]);
        const before = countStored(fleet);
        let isOver = false;
        const reporting = fleet.map((cluster) =>
          reportUntil(cluster, { url: () => url, isOver: () => isOver }),
        );
        while (countStored(fleet) < before + enough) await sleep(10);
        await sleep(randomInt(400));
        await receiver.kill();
        isOver = true;
        await Promise.all(reporting);
        receiver = await startReceiver(environment, ['--listen', port, ...foldOften]);
        await expectWhole(makeQuery(database), fleet, url);
      }
      expect(await receiver?.stop(), receiver?.output.stderr).to.equal(0);
    }).timeout(600_000);
  });

  describe('of the database', () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let receiver: Receiver | undefined;
    before(async () => (folder = await temporaryFolder()));
    after(async () => {
      await receiver?.stop();
      await folder.remove();
    });

    const home = () => join(folder.path, 'home');
    /** Its process id and its port. */
    const postmaster = async () => {
      const file = await readFile(join(home(), 'postgres', 'postmaster.pid'), 'utf8');
      const [pid, , , port] = file.split('\n');
      return { pid: Number(pid), port: Number(port) };
    };
    const openQuery = async (): Promise<Query> => {
      const password = await readFile(join(home(), 'postgres.password'), 'utf8');
      const { port } = await postmaster();
      const url = `postgres://costplane:${password.trim()}@127.0.0.1:${port}/costplane`;
      return (text, values) => queryOnce(url, text, values);
    };

    it(`loses nothing that was answered with 200, in ${rounds} rounds`, async () => {
      const environment = { COSTPLANE_HOME: home() };
      receiver = await startReceiver(environment, foldOften);
      const { url } = receiver;
      await costplaneJson(['org', 'create', 'acme'], environment);
      const fleet = await createFleet(environment, { org: 'acme', names, since: since() });
      const query = await openQuery();
      for (let round = 0; round < rounds; round += 1) {
        const before = countStored(fleet);
        let isOver = false;
        const reporting = fleet.map((cluster) =>
          reportUntil(cluster, { url: () => url, isOver: () => isOver }),
        );
        while (countStored(fleet) < before + enough) await sleep(10);
        await sleep(randomInt(400));
        process.kill((await postmaster()).pid, 'SIGKILL');
        const killedAt = countStored(fleet);
        // The receiver starts it again, and the agents' attempts are taken.
        while (countStored(fleet) < killedAt + enough) await sleep(20);
        isOver = true;
        await Promise.all(reporting);
        await expectWhole(query, fleet, url);
      }
      expect(await receiver.stop(), receiver.output.stderr).to.equal(0);
      receiver = undefined;
    }).timeout(600_000);
  });
});
