import { WarehouseError } from '@costplane/warehouse';
import { sql } from 'kysely';
import { type Lookups } from './lookups.ts';
import { ReceiverError } from './receiver-error.ts';

const question = sql`select current_setting('transaction_read_only')::boolean as is_read_only,
  (select count(*) from authenticate_agent(''::bytea)) as agents`;

/**
 * Runs a query that every report needs.
 *
 * @returns whether the database is read-only, such as a standby
 * @throws {ReceiverError} if the database is not migrated
 * @throws any other error of the database
 */
export async function checkSchema(lookups: Lookups): Promise<{ isReadOnly: boolean }> {
  try {
    const [row] = await lookups.rows<{ is_read_only: boolean }>(question);
    return { isReadOnly: row?.is_read_only === true };
  } catch (error) {
    if (!isUnmigrated(error)) throw error;
    throw new ReceiverError('The database is not migrated; run `costplane migrate`');
  }
}

/** Missing roles, schema or function. */
function isUnmigrated(error: unknown): boolean {
  const { code = '', cause } = error as { code?: string; cause?: { code?: string } };
  if (error instanceof WarehouseError) return cause?.code === '22023';
  return ['3F000', '42883', '42P01'].includes(code);
}
