import { type EventEmitter } from 'node:events';
import { Client, type Pool, type PoolClient } from 'pg';
import { activeStatement, destroyClient, socketOf } from './release-client.ts';

/** When the system begins to ask whether the other side of a quiet connection is there. */
export const keepAliveAfterMs = 10_000;

const lookEveryMs = 500;
/** A statement that has said nothing for so long makes the server be asked whether it is there. */
const suspectAfterMs = 4_000;
const reachableWithinMs = 3_000;
const unreachableCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

const unreachableEvent = 'unreachable';

/** Calls the listener when the server of a pool has been found to answer nobody. */
export function onUnreachable(pool: Pool, listener: () => void): void {
  (pool as EventEmitter).on(unreachableEvent, listener);
}

/** A statement that runs, since when, and what was heard last. */
interface Seen {
  readonly statement: object;
  readonly sinceMs: number;
  bytesRead: number;
  heardAtMs: number;
}

/**
 * Destroys connections whose server has gone silent, which would leave their requests waiting until
 * TCP gives up: those whose statement runs for longer than it may, and, when the server lets nobody
 * connect any more, those that have heard nothing for some seconds. How long a request may hold a
 * connection is said by its deadline.
 *
 * One timer looks at all of them; the driver's own (`query_timeout`) keeps every answer alive across
 * garbage collections, which cost a tenth of the throughput.
 */
export function destroySilent(pool: Pool, databaseUrl: string, answerWithinMs: number): void {
  const inUse = new Map<PoolClient, Seen | undefined>();
  pool.on('acquire', (client) => inUse.set(client, undefined));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
  const destroySilentFor = (silentForMs: number) => {
    for (const [client, seen] of inUse) {
      if (isSilent(client, seen, performance.now() - silentForMs)) destroyClient(client);
    }
  };
  let isAsking = false;
  const looking = setInterval(() => {
    if (pool.ended) clearInterval(looking);
    const now = performance.now();
    let isSuspect = false;
    for (const [client, before] of inUse) {
      const seen = look(client, before, now);
      inUse.set(client, seen);
      if (!seen) continue;
      if (seen.sinceMs < now - answerWithinMs) destroyClient(client);
      else isSuspect ||= seen.heardAtMs < now - suspectAfterMs;
    }
    if (!isSuspect || isAsking) return;
    isAsking = true;
    void isReachable(databaseUrl).then((reachable) => {
      if (!reachable) {
        pool.emit(unreachableEvent);
        destroySilentFor(suspectAfterMs);
      }
      // Not asked anew at once: a long statement is no reason for many connections.
      setTimeout(() => (isAsking = false), suspectAfterMs).unref();
    });
  }, lookEveryMs);
  looking.unref();
}

function look(client: PoolClient, before: Seen | undefined, now: number): Seen | undefined {
  const statement = activeStatement(client);
  if (!statement) return undefined;
  const { bytesRead } = socketOf(client);
  if (statement !== before?.statement) {
    return { statement, sinceMs: now, bytesRead, heardAtMs: now };
  }
  if (bytesRead !== before.bytesRead) Object.assign(before, { bytesRead, heardAtMs: now });
  return before;
}

const isSilent = (client: PoolClient, seen: Seen | undefined, sinceMs: number): boolean =>
  seen?.statement === activeStatement(client) &&
  seen !== undefined &&
  seen.heardAtMs < sinceMs &&
  seen.bytesRead === socketOf(client).bytesRead;

/** Whether the server lets a session begin, or says why not. */
async function isReachable(databaseUrl: string): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'costplane',
    connectionTimeoutMillis: reachableWithinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === 'string' && !unreachableCodes.has(code);
  } finally {
    client.end().catch(() => undefined);
  }
}
