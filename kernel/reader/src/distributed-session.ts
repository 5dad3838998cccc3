import { computedOnceText } from '@costplane/plugin-api/internal';
import { type ClientBase } from 'pg';
import { DatabaseFailure } from './database-failure.ts';

/** Whether the database has Citus at all, as a condition. */
export const hasCitus = `to_regclass('pg_catalog.pg_dist_partition') is not null`;

/** Sessions of a warehouse whose rows lie on workers. */
const distributed = new WeakSet<ClientBase>();

/** Within which a worker must let the coordinator connect: the default is as long as a request may take. */
const connectToWorkersWithinMs = 5_000;

/** Notes whether a new session is one of a distributed warehouse. */
export async function noteDistribution(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select from pg_catalog.pg_dist_partition limit 1');
  if (rows.length === 0) return;
  await client.query(`set citus.propagate_set_commands = local;
    set citus.node_connection_timeout = ${connectToWorkersWithinMs}`);
  distributed.add(client);
}

/** Whether the rows that a session reads lie on workers, which have sessions of their own. */
export const isDistributed = (client: ClientBase): boolean => distributed.has(client);

/** An id becomes part of a statement, since `set local` takes no parameters. */
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The organization as a setting of the transaction: the only one that Citus hands on to its workers. */
export function setLocalOrganization(organizationId: string): string {
  if (!uuid.test(organizationId)) throw new TypeError('the id of an organization is a UUID');
  return setLocal('costplane.organization_id', organizationId);
}

/** A setting of the transaction, here and on the workers. */
export const setLocal = (name: string, value: string): string =>
  `set local ${name} = ${quote(value)}`;

/** Also where backslashes would be taken literally. */
const quote = (text: string) => `E'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const beginning = /^(begin|start transaction)\b/i;

/**
 * Sends a statement in sight of the organization, also for the workers: in a transaction of its own, or in
 * that which the request has begun.
 */
export async function sendToWorkers<Result>(
  client: ClientBase & { getTransactionStatus(): string | null },
  organizationId: string,
  text: string,
  send: (text: string) => Promise<Result>,
): Promise<Result> {
  const computedByWorkers = text.replaceAll(computedOnceText, 'not materialized');
  if (client.getTransactionStatus() !== 'I') return send(computedByWorkers);
  if (beginning.test(text)) {
    const begun = await send(text);
    await client.query(setLocalOrganization(organizationId));
    return begun;
  }
  // Citus sends a worker all that comes with a setting, which would be a second `begin` to it.
  await client.query('begin');
  await client.query(setLocalOrganization(organizationId));
  const result = await send(computedByWorkers).catch(async (error: unknown) => {
    // A coordinator that cancels what a silent worker does may wait for it: such a session is closed.
    if (!(error instanceof DatabaseFailure)) await client.query('rollback');
    throw error;
  });
  await client.query('commit');
  return result;
}
