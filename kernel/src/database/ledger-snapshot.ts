import { Readable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import { type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type CopyStatement, toCopyStatement } from './copy-query.ts';
import { giveBack, giveUp } from './give-up.ts';
import { explainLedgerFailure } from './ledger-failure.ts';
import { type CopyStream, type LedgerSnapshot } from './snapshot.ts';
import { refuseSessionChange } from './session-change.ts';
import { connectAny, enterOrganization, toKyselyClient } from './tenant-pool.ts';

/** Ends, with whatever runs in it, when the signal is given. */
export async function openSnapshot(
  pool: Pool,
  organizationId: string,
  signal: AbortSignal,
): Promise<LedgerSnapshot<unknown>> {
  const client = await connectAny(pool, explainLedgerFailure);
  const life = lifeOf(client, signal);
  try {
    await enterOrganization(client, organizationId);
    await query(client, 'begin isolation level repeatable read read only');
  } catch (error) {
    life.breakOff();
    throw explainLedgerFailure(error);
  }
  const borrowed = { ...toKyselyClient(client, explainLedgerFailure), release: () => undefined };
  const dialect = new PostgresDialect({
    pool: {
      connect: () => Promise.resolve(borrowed),
      end: () => Promise.resolve(),
      options: pool.options,
    },
  });
  return {
    db: new Kysely<unknown>({ dialect }),
    copy: (source, options = {}) => copy(client, toCopyStatement(source, options), life.breakOff),
    close: () => life.close(),
  };
}

/** Gives the connection back once: whole, or broken off. */
function lifeOf(client: PoolClient, signal: AbortSignal) {
  let isOver = false;
  const end = (release: () => void) => {
    if (isOver) return;
    isOver = true;
    signal.removeEventListener('abort', cutOff);
    release();
  };
  const cutOff = () => {
    end(() => {
      giveUp(client);
    });
  };
  if (signal.aborted) cutOff();
  else signal.addEventListener('abort', cutOff, { once: true });
  return {
    breakOff: cutOff,
    async close() {
      if (isOver) return;
      try {
        await query(client, 'commit');
        end(() => {
          giveBack(client);
        });
      } catch {
        cutOff();
      }
    },
  };
}

async function copy(
  client: PoolClient,
  { source, text, settings }: CopyStatement,
  giveUp: () => void,
): Promise<CopyStream> {
  refuseSessionChange(source);
  if (settings.length > 0) {
    const calls = settings.map(
      (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`,
    );
    const values = settings.flatMap(({ name, value }) => [name, value]);
    await query(client, `select ${calls.join(', ')}`, values);
  }
  const rows = copyTo(text);
  const isComplete = whenComplete(rows);
  client.query(rows);
  const chunks = rows[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next().catch((error: unknown) => {
    throw explainLedgerFailure(error);
  });
  let isWhole = false;
  async function* bytes() {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
      await isComplete;
      isWhole = true;
    } catch (error) {
      throw explainLedgerFailure(error);
    }
  }
  const stream = Readable.from(bytes(), { objectMode: false });
  // Whoever stops reading leaves a connection behind that is still sending.
  stream.once('close', () => {
    if (!isWhole) giveUp();
  });
  return Object.defineProperty(stream, 'rowCount', { get: () => rows.rowCount }) as CopyStream;
}

/**
 * The server says how many rows there were after the last of them. A stream may fail once more
 * when its connection is broken off, so somebody goes on listening.
 */
function whenComplete(source: ReturnType<typeof copyTo>): Promise<unknown> {
  const completed = new Promise((resolve, reject) => {
    Object.assign(source, { handleReadyForQuery: resolve });
    source.on('error', reject);
  });
  completed.catch(() => undefined);
  return completed;
}

function query(client: PoolClient, text: string, values: readonly unknown[] = []) {
  return client.query(text, [...values]).catch((error: unknown) => {
    throw explainLedgerFailure(error);
  });
}
