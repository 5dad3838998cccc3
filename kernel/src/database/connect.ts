import { Pool } from 'pg';
import { type Logger } from '../container/tokens.ts';
import { breakOffSilent } from './break-off-silent.ts';
import { resultTypes } from './result-types.ts';
import { sessionOptions } from './session.ts';

/** Connections that answer a request at a time; more would only queue inside PostgreSQL. */
const defaultPoolSize = 10;
const connectWithinMs = 3_000;
const statementTimeoutMs = 30_000;
/** A server that should have cancelled a statement by now, and has not said so, is given up. */
const graceMs = 2_000;

/** A pool of read-only sessions. */
export function connect(
  databaseUrl: string,
  log: Logger,
  size = defaultPoolSize,
  answerWithinMs = statementTimeoutMs + graceMs,
): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'costplane',
    options: sessionOptions(statementTimeoutMs),
    types: resultTypes,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // A connection that dies is replaced at the next request; an error that nobody listens to would
  // end the process, whether the connection was idle or in use.
  const onLost = (error: Error) => {
    log.warn({ problem: error.message }, 'a database connection was lost');
  };
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  breakOffSilent(pool, answerWithinMs);
  return pool;
}
