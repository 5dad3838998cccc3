import { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { type CopyStream, type LedgerSnapshot } from '@costplane/plugin-api';
import { toDistributed } from '@costplane/plugin-api/internal';
import { type CopyStatement, toCopyStatement } from './copy-query.ts';
import { explainLedgerFailure } from './database-failure.ts';
import { isDistributed, setLocal } from './distributed-session.ts';
import { type Lease, queryThrough } from './lease.ts';
import { type SharedClient } from './shared-pool.ts';

/** Opens a consistent view on its own lease, which is closed with it. */
export async function openSnapshot(lease: Lease): Promise<LedgerSnapshot<unknown>> {
  const db = await queryThrough(lease)
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const { client } = lease;
  const fail = () => void lease.close();
  let isClosed = false;
  return {
    db,
    copy: (source, options = {}) => copy(db, client, toCopyStatement(source, options), fail),
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (client.runningSinceMs === undefined) await db.commit().execute().catch(fail);
      else fail();
    },
  };
}

async function copy(
  db: Kysely<unknown>,
  client: SharedClient,
  { text, settings }: CopyStatement,
  fail: () => void,
): Promise<CopyStream> {
  if (isDistributed(client)) {
    for (const { name, value } of settings) await client.query(setLocal(name, value));
  } else if (settings.length > 0) {
    const calls = settings.map(({ name, value }) => sql`set_config(${name}, ${value}, true)`);
    await sql`select ${sql.join(calls)}`.execute(db);
  }
  const rows = copyTo(isDistributed(client) ? toDistributed(text) : text);
  // The server reports the number of rows after the last one. The stream may fail again when its connection
  // is closed, so the listener stays.
  const complete = new Promise<void>((resolve, reject) => {
    client.once('drain', resolve);
    rows.on('error', reject);
  });
  complete.catch(() => undefined);
  client.query(rows);
  const chunks = rows[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next().catch((error: unknown) => {
    throw explainLedgerFailure(error);
  });
  let isWhole = false;
  async function* bytes() {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
      await complete;
      isWhole = true;
    } catch (error) {
      throw explainLedgerFailure(error);
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  // If reading stops early, the connection is still sending and cannot be reused.
  stream.once('close', () => {
    if (!isWhole) fail();
  });
  return Object.defineProperty(stream, 'rowCount', { get: () => rows.rowCount }) as CopyStream;
}
