import { type EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig, type Pool } from 'pg';
import { handOnRawRows } from './raw-rows.ts';

/** Idle time after which TCP keep-alive probes start. */
export const keepAliveAfterMs = 10_000;

const checkEveryMs = 500;
/** Silence of a running statement after which the server is probed. */
const suspectAfterMs = 4_000;
const reachableWithinMs = 3_000;
const unreachableCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

const unreachableEvent = 'unreachable';

/** Calls the listener when the server of a pool was found unreachable. */
export function onUnreachable(pool: Pool, listener: () => void): void {
  (pool as EventEmitter).on(unreachableEvent, listener);
}

/** A client that tracks when its statement was sent and when the server last sent data. */
export class WatchedClient extends Client {
  /** When the running statement was sent; `undefined` if none runs. */
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

  /** Closes the socket at once, since a silent server would never confirm the end of the session. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Milliseconds since the server last sent data for the running statement; 0 if none runs. */
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
 * Destroys connections whose server has gone silent, since their requests would wait until TCP times out:
 * those whose statement exceeds its time and, if the server accepts no new connections, those without data
 * for some seconds. The pool must consist of `WatchedClient`s.
 *
 * One timer checks all connections. The driver's own (`query_timeout`) keeps responses alive across garbage
 * collections, which costs a tenth of the throughput.
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
      // Probes are spaced out, so that a long statement does not cause many connections.
      setTimeout(() => (isAsking = false), suspectAfterMs).unref();
    });
  }, checkEveryMs);
  checking.unref();
}

/** Whether the server accepts a session, or at least responds with an error. */
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
