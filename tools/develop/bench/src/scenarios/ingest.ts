import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectBare } from '../bare-client.ts';
import { createFleet } from '../fleet.ts';
import { bareTablesSql } from '../ingest/bare-tables.ts';
import { makeSnapshot } from '../ingest/make-snapshot.ts';
import { repeatHistory } from '../ingest/repeat-history.ts';
import { runToEnd } from '../ingest/run-to-end.ts';
import { type Scenario } from '../scenario.ts';
import { costplane } from '../service.ts';

const bareIngest = fileURLToPath(new URL('../floors/bare-ingest.js', import.meta.url));

/** One more snapshot of a cluster with a history: the whole command, against bare inserts. */
export const ingest: Scenario = {
  name: 'ingest',
  summary:
    'the command `costplane ingest` of 10,000 pods into a history; floor: a process that only ' +
    'inserts its nodes, pods and containers',
  async prepare({ isQuick, say }) {
    const [pods, days] = isQuick ? [1_000, 7] : [10_000, 90];
    const data = `${pods} pods, ${days} days of history, durable database`;
    say(`making ${data}`);
    const folder = await mkdtemp(join(tmpdir(), 'costplane-bench-'));
    const fleet = await createFleet(1, [], () => Promise.resolve());
    const client = await connectBare(fleet.databaseUrl);
    const file = join(folder, 'snapshot.json');
    let turn = 0;
    const writeNext = () => writeFile(file, JSON.stringify(makeSnapshot(pods, (turn += 1))));
    const ingestFile = () => {
      const cluster = ['--org', fleet.organizationId, '--cluster-name', `${pods} pods`];
      return runToEnd(costplane, ['ingest', file, ...cluster], { DATABASE_URL: fleet.databaseUrl });
    };
    // The ledger begins with the second snapshot.
    for (const _ of [1, 2]) {
      await writeNext();
      await ingestFile();
    }
    await repeatHistory(client, days);
    await client.query('vacuum analyze');
    await client.query(bareTablesSql);
    return {
      data,
      rounds: isQuick ? 3 : 5,
      comparisons: [
        {
          name: 'one more snapshot',
          unit: 'ms',
          target: { atMost: 3_000, mibAtMost: 512 },
          before: writeNext,
          measureService: ingestFile,
          measureFloor: () => runToEnd(bareIngest, [fleet.databaseUrl, file]),
        },
      ],
      async close() {
        await client.end();
        await fleet.drop();
        await rm(folder, { recursive: true });
      },
    };
  },
};
