import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
import { CommandError } from '../command-error.ts';

/**
 * Makes a move of the organization wait until the end of this transaction, which writes to it. So
 * does another such transaction: with a shared lock, two that update the organization would
 * deadlock.
 *
 * @throws {CommandError} if the organization is being moved, or has moved
 */
export async function requireWritable(
  tx: Transaction<Warehouse>,
  organizationId: string,
): Promise<void> {
  const { rows } = await sql<{ is_writable: boolean }>`
    select is_home and is_writable as is_writable from organizations
    where id = ${organizationId} for no key update`.execute(tx);
  if (rows[0]?.is_writable !== false) return;
  throw new CommandError('The organization is being moved to another database; try again later');
}
