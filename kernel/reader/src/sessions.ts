import { type ClientBase, type PoolConfig } from 'pg';
import { hasCitus, noteDistribution } from './distributed-session.ts';

/** Session setup that all processes of the product share. */
export { destroySilent, keepAliveAfterMs, WatchedClient } from './silent-connections.ts';

/** The roles of the warehouse that a session can have. */
export type SessionRole = 'costplane_api' | 'costplane_ingest' | 'costplane_owner';

export type SessionSettings = Readonly<Record<string, string>>;

/** Settings of every session, independent of the server's defaults. */
const commonSettings: SessionSettings = {
  search_path: 'costplane',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // Compiling the plans of these statements takes many times longer than running them.
  jit: 'off',
  // Hot data is cached, so random access costs little more than sequential access. With the default of 4,
  // the planner would look up a name by reading all names.
  random_page_cost: '1.1',
};

/** Timeout for setting up a session on an accepted connection. */
const setUpWithinMs = 10_000;

/**
 * Sets up each new session of a pool: its role (null: that of the login), the common settings and its own.
 * This is a statement, because poolers such as PgBouncer refuse or ignore settings in startup parameters. A
 * session that cannot be set up is closed and never used.
 */
export function setUpSession(
  role: SessionRole | null,
  own: SessionSettings = {},
): NonNullable<PoolConfig['onConnect']> {
  const settings = { ...(role && { role }), ...commonSettings, ...own };
  const statement = {
    // An older server does not have every setting; those with a dot belong to no version.
    text: `select set_config(name, value, false), ${hasCitus} as has_citus
      from unnest($1::text[], $2::text[]) as s (name, value)
      where name like '%.%' or current_setting(name, true) is not null`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: setUpWithinMs,
  };
  // The pool waits for the promise, although its types do not say so.
  const setUp: (client: ClientBase) => unknown = (client) =>
    client.query<{ has_citus: boolean }>(statement).then(async ({ rows }) => {
      if (rows[0]?.has_citus) await noteDistribution(client, setUpWithinMs);
    });
  return setUp;
}
