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

/** Owner migrates and administers, ingest writes state, api reads one organization. */
export type WarehouseRole = 'owner' | 'ingest' | 'api';

/**
 * The `pg` configuration of a connection in one role, or in none but the login user's own. Options
 * that the URL holds are kept, and cannot override the settings of a session.
 *
 * @throws {WarehouseError} if this is not a URL of PostgreSQL
 */
export function connectionOptions(
  databaseUrl: string,
  role: WarehouseRole | null,
  settings: SessionSettings = {},
): PoolConfig {
  const url = parseDatabaseUrl(databaseUrl);
  // pg lets what the URL says win over its configuration.
  url.searchParams.delete('application_name');
  return {
    connectionString: url.href,
    application_name: `costplane ${role ?? 'migrate'}`,
    onConnect: setUpSession(role && `costplane_${role}`, { ...shardSettings, ...settings }),
  };
}

/**
 * What is on every server can only be written after rows of several clusters were read one server
 * after the other. A server without Citus keeps the setting, and does nothing with it.
 */
const shardSettings = { 'citus.multi_shard_modify_mode': 'sequential' };

/**
 * Opens the warehouse in one role. Connections are made as queries need them; one that cannot be
 * made rejects its query with a {@link WarehouseError}. End with `destroy()`.
 *
 * @param settings of its sessions, besides those of all
 * @throws {WarehouseError} if this is not a URL of PostgreSQL
 */
export function openWarehouse(
  databaseUrl: string,
  role: WarehouseRole,
  settings?: SessionSettings,
): Kysely<Warehouse> {
  // An ingest sends the same statements with every snapshot.
  const adapt = role === 'ingest' ? prepareStatements : undefined;
  return openPool<Warehouse>(databaseUrl, connectionOptions(databaseUrl, role, settings), adapt);
}

/** One session of the owner, for `COPY`; end it with `end()`. */
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
  // However long a statement may take: only a server that lets nobody connect counts as silent.
  destroySilent(pool, databaseUrl, Infinity);
  // An idle connection that breaks leaves the pool; the next query makes a new one.
  pool.on('error', () => undefined);
  // One that breaks in use fails the query that it is for, or the next, and does not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
