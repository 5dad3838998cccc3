import { Pool } from 'pg';
import { type Logger } from '../container/tokens.ts';
import { breakOffInactive, breakOffSilent } from './break-off-silent.ts';
import { resultTypes } from './result-types.ts';
import { type SessionSettings, setUpSession } from './session.ts';

const connectWithinMs = 3_000;
const idleForMs = 60_000;
/** A server that should have cancelled a statement by now, and has not said so, is given up. */
const graceMs = 2_000;
const inactiveForMs = 120_000;

export interface PoolOptions {
  /** Connections at a time. */
  readonly size: number;
  /** 0: as long as it takes. */
  readonly statementTimeoutMs: number;
  /** When a server that says nothing is given up; some seconds after the statement's time. */
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
  });
  // A connection that dies is replaced at the next request; an error that nobody listens to would
  // end the process, whether the connection was idle or in use.
  const onLost = (error: Error) => {
    log.warn({ problem: error.message }, 'a database connection was lost');
  };
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  const { answerWithinMs = statementTimeoutMs + graceMs } = chosen;
  // The back-pressure of a slow client is silence, too, and ends before this does.
  if (statementTimeoutMs === 0) breakOffInactive(pool, inactiveForMs);
  else breakOffSilent(pool, answerWithinMs);
  return pool;
}
