import { type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { inQuerySpan } from '../telemetry/tracing.ts';
import { giveBack } from './give-up.ts';
import { type Holder, requestIsOver } from './held-connections.ts';
import { refuseServiceSetting } from './session-change.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import { ConnectionFailure, explainUnavailable } from './unavailable.ts';

/** The organization that a session is set to, as this process last set it. */
const organizationOf = new WeakMap<PoolClient, string>();

const maxPreparedStatements = 500;
const stateStatements = createStatementNames('q', maxPreparedStatements);

/**
 * A view of the shared pool whose sessions see one organization: row-level security compares
 * every row with this setting. A session that already has it saves the round trip; one that
 * could not be set is closed, never handed out.
 */
export function createTenantPool(pool: Pool, organizationId: string, held: Holder): PostgresPool {
  return {
    async connect() {
      if (isOver(held)) throw requestIsOver();
      const client = await connectTenant(pool, organizationId, explainUnavailable);
      if (isOver(held)) {
        giveBack(client);
        throw requestIsOver();
      }
      held.add(client);
      const { query } = toKyselyClient(client);
      return {
        query,
        release(destroy) {
          held.delete(client);
          giveBack(client, destroy);
        },
      };
    },
    end: () => Promise.resolve(),
    options: pool.options,
  };
}

/** Asked anew after each wait. */
const isOver = (held: Holder) => held.isOver;

/** What a failure of a database means. */
export type Explain = (failure: unknown) => Error;

/** A session of the pool that sees one organization; release it. */
export async function connectTenant(
  pool: Pool,
  organizationId: string,
  explain: Explain,
): Promise<PoolClient> {
  const client = await connectAny(pool, explain);
  try {
    await enterOrganization(client, organizationId);
  } catch (error) {
    client.release(true);
    throw explain(error);
  }
  return client;
}

/** A session of the pool, whatever organization it sees. */
export const connectAny = (pool: Pool, explain: Explain): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw explain(new ConnectionFailure(error));
  });

/** From now on the session sees this organization and no other. */
export async function enterOrganization(client: PoolClient, organizationId: string): Promise<void> {
  if (organizationOf.get(client) === organizationId) return;
  organizationOf.delete(client);
  await client.query({
    name: 'enter-organization',
    text: "select set_config('costplane.organization_id', $1, false)",
    values: [organizationId],
  });
  organizationOf.set(client, organizationId);
}

/**
 * A client whose statements are prepared once per connection and then only bound: the shapes of a
 * plugin's queries are few, and planning them again costs more than running them.
 */
export function toKyselyClient(
  client: PoolClient,
  explain: Explain = explainUnavailable,
  nameOf: StatementNames = stateStatements,
): PostgresPoolClient {
  const known = kyselyClients.get(client);
  if (known) return known;
  const query = (text: string, values: readonly unknown[]) =>
    inQuerySpan(text, () => {
      const { name, settingParameters } = nameOf(text);
      refuseServiceSetting(settingParameters, values);
      return send(client, { text, values: [...values], name }, explain);
    });
  const made: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      giveBack(client, destroy);
    },
  };
  kyselyClients.set(client, made);
  return made;
}

/**
 * Sends a statement in the driver's callback style. Its promise style keeps the rows of an answer
 * alive across garbage collections, which for a page of 100 rows cost a quarter of the request.
 */
function send(client: PoolClient, statement: QueryConfig, explain: Explain): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(statement, (error: Error | null, result: QueryResult) => {
      if (error) reject(explain(error));
      else resolve(result);
    });
  });
}

const kyselyClients = new WeakMap<PoolClient, PostgresPoolClient>();
