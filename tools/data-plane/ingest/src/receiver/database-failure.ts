import { isUnreachable } from '@costplane/kernel/edge';

/**
 * PostgreSQL's classes of a server that is gone, going, full or only reads, of a conflict with
 * somebody else's transaction, and of a statement or lock that took too long.
 */
const passingState = /^(08|25006|25P03|28|3D|40|53|55P03|57)/;

/** Whether it is that no more fits on the disk of the database. */
export const isDiskFull = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '53100';

/** Whether a failure is one of the database's, which another attempt may not meet. */
export function isDatabaseFailure(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseFailure);
  if (!(error instanceof Error)) return false;
  if (error.name === 'WarehouseError') return true;
  const { code } = error as { code?: unknown };
  return isUnreachable(error) || (typeof code === 'string' && passingState.test(code));
}
