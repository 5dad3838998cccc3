import { toDistributed } from '@costplane/plugin-api/internal';
import { type ClientBase, type QueryConfig } from 'pg';
import { DatabaseFailure } from './database-failure.ts';

/** Condition: the database has the Citus extension. */
export const hasCitus = `to_regclass('pg_catalog.pg_dist_partition') is not null`;

/** Sessions of a distributed warehouse. */
const distributed = new WeakSet<ClientBase>();

/** Timeout for connections of the coordinator to workers; Citus' default is as long as a whole request. */
const connectToWorkersWithinMs = 5_000;

/** Detects whether a new session belongs to a distributed warehouse. */
export async function noteDistribution(client: ClientBase, withinMs: number): Promise<void> {
  const send = (text: string) => client.query({ text, query_timeout: withinMs } as QueryConfig);
  const { rows } = await send('select from pg_catalog.pg_dist_partition limit 1');
  if (rows.length === 0) return;
  await send(`set citus.propagate_set_commands = local;
    set citus.node_connection_timeout = ${connectToWorkersWithinMs}`);
  distributed.add(client);
}

/** Whether a session reads rows on workers, which have sessions of their own. */
export const isDistributed = (client: ClientBase): boolean => distributed.has(client);

/** `set local` takes no parameters, so that the id becomes part of the statement. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Sets the organization in the transaction: Citus propagates only such settings to its workers. */
export function setLocalOrganization(organizationId: string): string {
  if (!uuid.test(organizationId)) throw new TypeError('the id of an organization is a UUID');
  return setLocal('costplane.organization_id', organizationId);
}

/** Statement that sets a value in the transaction, here and on the workers. */
export const setLocal = (name: string, value: string): string =>
  `set local ${name} = ${quote(value)}`;

/** Escaped regardless of `standard_conforming_strings`. */
const quote = (text: string) => `E'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const beginning = /^(begin|start transaction)\b/i;

/**
 * Sends a statement with the organization set on the workers too: in its own transaction, or in the one
 * that the request has begun.
 */
export async function sendToWorkers<Result>(
  client: ClientBase & { getTransactionStatus(): string | null },
  organizationId: string,
  text: string,
  send: (text: string) => Promise<Result>,
): Promise<Result> {
  const sent = toDistributed(text);
  if (client.getTransactionStatus() !== 'I') return send(sent);
  if (beginning.test(text)) {
    const begun = await send(text);
    await client.query(setLocalOrganization(organizationId));
    return begun;
  }
  // Not one statement with `begin`: Citus would send the `begin` to its workers a second time.
  await client.query('begin');
  await client.query(setLocalOrganization(organizationId));
  const result = await send(sent).catch(async (error: unknown) => {
    // Rolling back may wait for a silent worker; such a session is closed instead.
    if (!(error instanceof DatabaseFailure)) await client.query('rollback');
    throw error;
  });
  await client.query('commit');
  return result;
}
