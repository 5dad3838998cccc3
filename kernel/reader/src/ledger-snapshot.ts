import { Readable } from 'node:stream';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { type CopyStream, type LedgerSnapshot } from '@costplane/plugin-api';
import { type CopyStatement, toCopyStatement } from './copy-query.ts';
import { explainLedgerFailure } from './database-failure.ts';
import { isDistributed, setLocal } from './distributed-session.ts';
import { type Lease, type LeasedClient } from './lease.ts';

/** Opens a consistent view on its own lease, which is closed with it. */
export async function openSnapshot(lease: Lease): Promise<LedgerSnapshot<unknown>> {
  const leased = await lease.connect();
  const fail = () => void lease.close();
  await leased
    .query('begin isolation level repeatable read read only', [])
    .catch((error: unknown) => {
      fail();
      throw error;
    });
  let isClosed = false;
  const pool: PostgresPool = {
    connect: () => Promise.resolve({ ...leased, release: () => undefined }),
    end: () => Promise.resolve(),
    options: lease.options,
  };
  return {
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    copy: (source, options = {}) => copy(leased, toCopyStatement(source, options), fail),
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (leased.client.runningSinceMs !== undefined) {
        fail();
        return;
      }
      await leased.query('commit', []).then(() => leased.release(), fail);
    },
  };
}

async function copy(
  { client, query }: LeasedClient,
  { text, settings }: CopyStatement,
  fail: () => void,
): Promise<CopyStream> {
  if (isDistributed(client)) {
    for (const { name, value } of settings) await client.query(setLocal(name, value));
  } else if (settings.length > 0) {
    const calls = settings.map(
      (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`,
    );
    const values = settings.flatMap(({ name, value }) => [name, value]);
    await query(`select ${calls.join(', ')}`, values);
  }
  const rows = copyTo(text);
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
