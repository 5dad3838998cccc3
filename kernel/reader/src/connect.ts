import { Pool } from 'pg';
import { type Logger } from '@costplane/plugin-api';
import { resultTypes } from './result-types.ts';
import { type SessionSettings, setUpSession } from './sessions.ts';
import { destroySilent, keepAliveAfterMs, WatchedClient } from './silent-connections.ts';

/** After that, a server that should have cancelled a statement counts as silent. */
const graceMs = 2_000;

export interface PoolOptions {
  /** Connections at a time. */
  readonly size?: number;
  /** 0: as long as it takes. */
  readonly statementTimeoutMs?: number;
  /** When a server that does not answer counts as silent; some seconds after the statement's time. */
  readonly answerWithinMs?: number;
  /** Settings of its sessions besides those of all. */
  readonly settings?: SessionSettings;
}

const readOnly: SessionSettings = {
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60000',
  // A statement whose connection was broken off is cancelled.
  client_connection_check_interval: '1000',
};

/** A pool of read-only sessions. */
export function connect(databaseUrl: string, log: Logger, options: PoolOptions = {}): Pool {
  const { size = 10, statementTimeoutMs = 30_000, settings } = options;
  const pool = new Pool({
    Client: WatchedClient,
    connectionString: databaseUrl,
    application_name: 'costplane',
    onConnect: setUpSession('costplane_api', {
      ...readOnly,
      ...settings,
      statement_timeout: String(statementTimeoutMs),
    }),
    types: resultTypes,
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  });
  // A connection that dies is replaced at the next request; an error that nobody listens to would
  // end the process, whether the connection was idle or in use.
  const onLost = (error: Error) =>
    log.warn({ problem: error.message }, 'a database connection was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const mayRunMs = statementTimeoutMs === 0 ? Infinity : statementTimeoutMs + graceMs;
  destroySilent(pool, databaseUrl, options.answerWithinMs ?? mayRunMs);
  return pool;
}
