import { readFile } from 'node:fs/promises';
import { Client } from 'pg';

/**
 * The floor of an ingest: a snapshot is read, parsed, and its nodes, pods and containers inserted,
 * as they are, in one transaction. No checks, no prices, no keys, no history.
 */
async function ingestBare(databaseUrl: string, file: string): Promise<void> {
  const snapshot = JSON.parse(await readFile(file, 'utf8')) as Record<'nodes' | 'pods', Pod[]>;
  const containers = snapshot.pods.flatMap(({ uid, containers }) =>
    containers.map((container) => ({ ...container, uid })),
  );
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  for (const [table, rows] of Object.entries({
    bare_nodes: snapshot.nodes,
    bare_pods: snapshot.pods.map(({ containers: _, ...pod }) => pod),
    bare_containers: containers,
  })) {
    await client.query(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query('commit');
  await client.end();
}

interface Pod {
  readonly uid: string;
  readonly containers: readonly object[];
}

const [databaseUrl = '', file = ''] = process.argv.slice(2);
await ingestBare(databaseUrl, file);
