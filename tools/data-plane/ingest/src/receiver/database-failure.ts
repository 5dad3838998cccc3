import { isUnreachable } from '@costplane/kernel/edge';

/**
 * PostgreSQL error classes of temporary states: a server that is unreachable, stopping, full or
 * read-only, a conflict with another transaction, or a timeout of a statement or lock.
 */
const passingState = /^(08|25006|25P03|28|3D|40|53|55P03|57)/;

/** Whether the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '53100';

/** Whether a value exceeds a limit of PostgreSQL, such as 256 MB of JSON: another attempt fails too. */
export const isTooLarge = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '54000';

/** Whether an error comes from the database and may not occur in another attempt. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseFailure);
  if (!(error instanceof Error)) return false;
  if (error.name === 'WarehouseError') return true;
  const { code } = error as { code?: unknown };
  return isUnreachable(error) || (typeof code === 'string' && passingState.test(code));
}
