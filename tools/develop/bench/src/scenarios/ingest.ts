import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectBare } from '../bare-client.ts';
import { createFleet } from '../fleet.ts';
import { bareTablesSql } from '../ingest/bare-tables.ts';
import { makeSnapshot } from '../ingest/make-snapshot.ts';
import { repeatHistory } from '../ingest/repeat-history.ts';
import { type Run, runToEnd } from '../ingest/run-to-end.ts';
import { type Scenario } from '../scenario.ts';
import { costplane } from '../service.ts';
import { tapWire } from '../wire-tap.ts';

const bareIngest = fileURLToPath(new URL('../floors/bare-ingest.js', import.meta.url));
const [fewPods, manyPods] = [1_000, 10_000];

/** One more snapshot of a cluster with a history: the whole command, against bare inserts. */
export const ingest: Scenario = {
  name: 'ingest',
  summary:
    '`costplane ingest` of 10,000 pods into 90 days of history, against a process that only ' +
    'inserts its nodes, pods and containers',
  unit: 'ms',
  target: 'service under 3000',
  rounds: 5,
  async prepare(say) {
    say('making 90 days of 10,000 pods');
    const folder = await mkdtemp(join(tmpdir(), 'costplane-bench-'));
    const fleet = await createFleet(1, [], () => Promise.resolve());
    const client = await connectBare(fleet.databaseUrl);
    const file = join(folder, 'snapshot.json');
    const turns = { [fewPods]: 0, [manyPods]: 0 };
    const writeNext = (pods: number) => {
      const turn = (turns[pods] ?? 0) + 1;
      turns[pods] = turn;
      return writeFile(file, JSON.stringify(makeSnapshot(pods, turn)));
    };
    const ingestNext = async (pods: number, databaseUrl = fleet.databaseUrl): Promise<Run> => {
      await writeNext(pods);
      const cluster = ['--org', fleet.organizationId, '--cluster-name', `${pods} pods`];
      return runToEnd(costplane, ['ingest', file, ...cluster], { DATABASE_URL: databaseUrl });
    };
    // The ledger begins with the second snapshot.
    for (const pods of [fewPods, fewPods, manyPods, manyPods]) await ingestNext(pods);
    await repeatHistory(client);
    await client.query('vacuum analyze');
    await client.query(bareTablesSql);
    const statements = {
      few: await countStatements(fleet.databaseUrl, (url) => ingestNext(fewPods, url)),
      many: await countStatements(fleet.databaseUrl, (url) => ingestNext(manyPods, url)),
    };
    let peakMib = 0;
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'ingest',
          async measureService() {
            const run = await ingestNext(manyPods);
            peakMib = Math.max(peakMib, run.peakMib);
            return run.ms;
          },
          measureFloor: async () => (await runToEnd(bareIngest, [fleet.databaseUrl, file])).ms,
        },
      ],
      figures: () => [
        figure('peak memory of the process', Math.round(peakMib), 'MiB', 'under 512'),
        figure(`statements for ${fewPods} pods`, statements.few, '', 'any number'),
        figure(`statements for ${manyPods} pods`, statements.many, '', `${statements.few}`),
      ],
      async close() {
        await client.end();
        await fleet.drop();
        await rm(folder, { recursive: true });
      },
    };
  },
};

const figure = (name: string, value: number, unit: string, target: string) => ({
  name,
  value,
  unit,
  target,
});

async function countStatements(
  databaseUrl: string,
  work: (databaseUrl: string) => Promise<unknown>,
): Promise<number> {
  const tap = await tapWire(databaseUrl);
  try {
    await work(tap.url);
    return tap.statements.length;
  } finally {
    await tap.close();
  }
}
