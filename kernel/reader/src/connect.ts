import { Pool } from 'pg';
import { type Logger } from '@costplane/plugin-api';
import { resultTypes } from './result-types.ts';
import { type SessionSettings, setUpSession } from './session.ts';
import { destroySilent, keepAliveAfterMs } from './silent-connections.ts';

const connectWithinMs = 3_000;
const idleForMs = 60_000;
/** After that, a server that should have cancelled a statement counts as silent. */
const graceMs = 2_000;

export interface PoolOptions {
  /** Connections at a time. */
  readonly size: number;
  /** 0: as long as it takes. */
  readonly statementTimeoutMs: number;
  /** When a server that does not answer counts as silent; some seconds after the statement's time. */
  readonly answerWithinMs?: number;
  /** Settings of its sessions besides those of all. */
  readonly settings?: SessionSettings;
}

/** Answers a request from what is there now. */
const stateSessions = { size: 10, statementTimeoutMs: 30_000 } as const satisfies PoolOptions;

const readOnly: SessionSettings = {
  default_transaction_read_only: 'on',
  idle_in_transaction_session_timeout: '60000',
  // A statement whose connection was broken off is cancelled.
  client_connection_check_interval: '1000',
};

/** A pool of read-only sessions. */
export function connect(
  databaseUrl: string,
  log: Logger,
  options: Partial<PoolOptions> = {},
): Pool {
  const chosen: PoolOptions = { ...stateSessions, ...options };
  const { size, statementTimeoutMs, settings } = chosen;
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'costplane',
    onConnect: setUpSession('costplane_api', {
      ...readOnly,
      ...settings,
      statement_timeout: String(statementTimeoutMs),
    }),
    types: resultTypes,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: idleForMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
  });
  // A connection that dies is replaced at the next request; an error that nobody listens to would
  // end the process, whether the connection was idle or in use.
  const onLost = (error: Error) => {
    log.warn({ problem: error.message }, 'a database connection was lost');
  };
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const { answerWithinMs = statementTimeoutMs === 0 ? Infinity : statementTimeoutMs + graceMs } =
    chosen;
  destroySilent(pool, databaseUrl, answerWithinMs);
  return pool;
}
