import { type EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool } from 'pg';
import { handOnRawRows } from './raw-rows.ts';

/** When the system begins to ask whether the other side of a quiet connection is there. */
export const keepAliveAfterMs = 10_000;

const checkEveryMs = 500;
/** A statement that has said nothing for so long makes the server be asked whether it is there. */
const suspectAfterMs = 4_000;
const reachableWithinMs = 3_000;
const unreachableCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

const unreachableEvent = 'unreachable';

/** Calls the listener when the server of a pool has been found to answer nobody. */
export function onUnreachable(pool: Pool, listener: () => void): void {
  (pool as EventEmitter).on(unreachableEvent, listener);
}

/** A client that knows whether a statement runs, since when, and when the server was last heard. */
export class WatchedClient extends Client {
  /** Of the statement that was sent last, if it runs. */
  runningSinceMs: number | undefined;
  readonly #socket: Socket;
  #bytesRead = 0;
  #heardAtMs = 0;

  constructor(config?: ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    handOnRawRows((this as unknown as { readonly connection: EventEmitter }).connection);
    const query = this.query.bind(this) as (...sent: unknown[]) => unknown;
    this.query = ((...sent: unknown[]) => {
      this.runningSinceMs = performance.now();
      return query(...sent);
    }) as typeof this.query;
    this.on('drain', () => {
      this.runningSinceMs = undefined;
    });
  }

  /** Not politely: a server that is silent would never confirm it. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** How long the server has sent nothing of the statement that runs; 0 where none runs. */
  measureSilence(): number {
    if (this.runningSinceMs === undefined) return 0;
    const now = performance.now();
    const { bytesRead } = this.#socket;
    if (bytesRead !== this.#bytesRead) this.#heardAtMs = now;
    this.#bytesRead = bytesRead;
    return now - Math.max(this.runningSinceMs, this.#heardAtMs);
  }
}

/**
 * Destroys connections whose server has gone silent, which would leave their requests waiting until
 * TCP gives up: those whose statement runs for longer than it may, and, when the server lets nobody
 * connect any more, those that have heard nothing for some seconds. How long a request may hold a
 * connection is said by its deadline. The pool is one of `WatchedClient`s.
 *
 * One timer checks all of them; the driver's own (`query_timeout`) keeps every answer alive across
 * garbage collections, which cost a tenth of the throughput.
 */
export function destroySilent(pool: Pool, databaseUrl: string, answerWithinMs: number): void {
  const inUse = new Set<WatchedClient>();
  pool.on('acquire', (client) => inUse.add(client as unknown as WatchedClient));
  pool.on('release', (_error, client) => inUse.delete(client as unknown as WatchedClient));
  const findSuspects = () =>
    [...inUse].filter((client) => client.measureSilence() > suspectAfterMs);
  let isAsking = false;
  const checking = setInterval(() => {
    if (pool.ended) clearInterval(checking);
    const runTooLongSince = performance.now() - answerWithinMs;
    for (const client of inUse) {
      if ((client.runningSinceMs ?? Infinity) < runTooLongSince) client.destroy();
    }
    if (findSuspects().length === 0 || isAsking) return;
    isAsking = true;
    void isReachable(databaseUrl).then((reachable) => {
      if (!reachable) {
        pool.emit(unreachableEvent);
        for (const client of findSuspects()) client.destroy();
      }
      // Not asked anew at once: a long statement is no reason for many connections.
      setTimeout(() => (isAsking = false), suspectAfterMs).unref();
    });
  }, checkEveryMs);
  checking.unref();
}

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
