import { type ClientBase, type PoolConfig } from 'pg';
import { hasCitus, noteDistribution } from './distributed-session.ts';

/** What the sessions of every process of the product have in common. */
export { destroySilent, keepAliveAfterMs, WatchedClient } from './silent-connections.ts';

/** The roles of the warehouse that a session can have. */
export type SessionRole = 'costplane_api' | 'costplane_ingest' | 'costplane_owner';

export type SessionSettings = Readonly<Record<string, string>>;

/** What every session of the product has, whoever opens it and whatever the server's defaults are. */
const commonSettings: SessionSettings = {
  search_path: 'costplane',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  // Most servers compile the plans of large statements, which here costs many times their run time.
  jit: 'off',
  // What is asked again and again is in memory: looking rows up costs little more than reading
  // on. With the default of 4, a name is looked for by reading all names.
  random_page_cost: '1.1',
};

/** Within which a server that has accepted a connection must have set up its session. */
const setUpWithinMs = 10_000;

/**
 * Sets up each new session of a pool: the role (null: the login user's), the settings of every
 * session, and those of its own. It is a statement, since poolers such as PgBouncer refuse or ignore
 * settings that are startup parameters; a session that cannot be set up is closed and never used.
 */
export function setUpSession(
  role: SessionRole | null,
  own: SessionSettings = {},
): NonNullable<PoolConfig['onConnect']> {
  const settings = { ...(role && { role }), ...commonSettings, ...own };
  const statement = {
    text: `select set_config(name, value, false), ${hasCitus} as has_citus
      from unnest($1::text[], $2::text[]) as s (name, value)`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: setUpWithinMs,
  };
  // The pool waits for the promise, which its types do not say.
  const setUp: (client: ClientBase) => unknown = (client) =>
    client.query<{ has_citus: boolean }>(statement).then(async ({ rows }) => {
      if (rows[0]?.has_citus) await noteDistribution(client);
    });
  return setUp;
}
