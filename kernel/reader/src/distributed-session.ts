import { type ClientBase } from 'pg';

/** Whether the database has Citus at all, as a condition. */
export const hasCitus = `to_regclass('pg_catalog.pg_dist_partition') is not null`;

/** Sessions of a warehouse whose rows lie on workers. */
const distributed = new WeakSet<ClientBase>();

/** Notes whether a new session is one of a distributed warehouse. */
export async function noteDistribution(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select from pg_catalog.pg_dist_partition limit 1');
  if (rows.length > 0) distributed.add(client);
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
  `set local citus.propagate_set_commands = local; set local ${name} = ${quote(value)}`;

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
  send: () => Promise<Result>,
): Promise<Result> {
  if (client.getTransactionStatus() !== 'I') return send();
  if (beginning.test(text)) {
    const begun = await send();
    await client.query(setLocalOrganization(organizationId));
    return begun;
  }
  await client.query(`begin; ${setLocalOrganization(organizationId)}`);
  try {
    return await send();
  } finally {
    await client.query('commit');
  }
}
