import { Pool } from 'pg';
import { type Logger } from '@costplane/plugin-api';
import { resultTypes } from './result-types.ts';
import { type SessionSettings, setUpSession } from './sessions.ts';
import { destroySilent, keepAliveAfterMs, WatchedClient } from './silent-connections.ts';

/** Grace period after the statement timeout, before the server is considered silent. */
const graceMs = 2_000;

export interface PoolOptions {
  /** Maximum number of connections. */
  readonly size?: number;
  /** 0: no limit. */
  readonly statementTimeoutMs?: number;
  /** Additional settings of its sessions. */
  readonly settings?: SessionSettings;
}

const readOnly: SessionSettings = {
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60000',
  // Cancels statements whose client has disconnected.
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
  // Lost connections are replaced on demand. Without a listener, the error event would end the process,
  // whether the connection was idle or in use.
  const onLost = (error: Error) =>
    log.warn({ problem: error.message }, 'a database connection was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const mayRunMs = statementTimeoutMs === 0 ? Infinity : statementTimeoutMs + graceMs;
  destroySilent(pool, databaseUrl, mayRunMs);
  return pool;
}
