import {
  destroySilent,
  keepAliveAfterMs,
  type SessionSettings,
  setUpSession,
  WatchedClient,
} from '@costplane/reader/sessions';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { connectionFailure, parseDatabaseUrl } from './connection-failure.ts';
import { prepareStatements } from './prepare-statements.ts';
import { type Warehouse } from './tables.ts';

/** `owner` migrates and administers, `ingest` writes state, `api` reads a single organization. */
export type WarehouseRole = 'owner' | 'ingest' | 'api';

/**
 * The `pg` configuration for a connection in one role, or only as the login user. Options in the
 * URL are kept, but cannot override the session settings.
 *
 * @throws {WarehouseError} if this is not a PostgreSQL URL
 */
export function connectionOptions(
  databaseUrl: string,
  role: WarehouseRole | null,
  settings: SessionSettings = {},
): PoolConfig {
  const url = parseDatabaseUrl(databaseUrl);
  // pg gives the URL precedence over its configuration.
  url.searchParams.delete('application_name');
  return {
    connectionString: url.href,
    application_name: `costplane ${role ?? 'migrate'}`,
    onConnect: setUpSession(role && `costplane_${role}`, {
      ...shardSettings,
      ...(role === null || role === 'owner' ? unlimited : {}),
      ...settings,
    }),
  };
}

/**
 * After reads of several clusters in a transaction, tables that are on every server can only be
 * written with sequential execution. A server without Citus accepts the setting and ignores it.
 */
const shardSettings = { 'citus.multi_shard_modify_mode': 'sequential' };

/** Migrations, archives and moves of organizations take hours, part of them between two statements. */
const unlimited = {
  statement_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
};

/**
 * Opens the warehouse in one role. Connections are opened on demand; if that fails, the query
 * rejects with a {@link WarehouseError}. Close with `destroy()`.
 *
 * @param settings of its sessions, in addition to the common ones
 * @throws {WarehouseError} if this is not a PostgreSQL URL
 */
export function openWarehouse(
  databaseUrl: string,
  role: WarehouseRole,
  settings?: SessionSettings,
): Kysely<Warehouse> {
  // An ingest sends the same statements for every snapshot.
  const adapt = role === 'ingest' ? prepareStatements : undefined;
  return openPool<Warehouse>(databaseUrl, connectionOptions(databaseUrl, role, settings), adapt);
}

/** One session of the owner, for `COPY`; close it with `end()`. */
export const openOwnerSession = (databaseUrl: string): Pool =>
  createPool(databaseUrl, { ...connectionOptions(databaseUrl, 'owner'), max: 1 });

export function openPool<Tables>(
  databaseUrl: string,
  config: PoolConfig,
  adapt: (client: PoolClient) => PoolClient = (client) => client,
): Kysely<Tables> {
  const pool = createPool(databaseUrl, config);
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        connect: async () => {
          try {
            return adapt(await pool.connect());
          } catch (error) {
            throw connectionFailure(error, databaseUrl);
          }
        },
      },
    }),
  });
}

function createPool(databaseUrl: string, config: PoolConfig): Pool {
  const pool = new Pool({
    Client: WatchedClient,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...config,
  });
  // Not a statement timeout: only a server that accepts no connections counts as unresponsive.
  destroySilent(pool, databaseUrl, Infinity);
  // An idle connection that breaks leaves the pool; the next query opens a new one.
  pool.on('error', () => undefined);
  // A connection that breaks in use fails its current or next query, but does not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
