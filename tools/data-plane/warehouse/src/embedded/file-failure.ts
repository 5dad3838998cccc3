import { errorCode, firstLine } from '../connection-failure.ts';
import { WarehouseError } from '../warehouse-error.ts';

/** Turns a file system error into one line that names the directory and the fix. */
export function fileFailure(cause: unknown, directory: string): WarehouseError {
  if (cause instanceof WarehouseError) return cause;
  return new WarehouseError(explain(cause, directory), { cause });
}

function explain(cause: unknown, directory: string): string {
  switch (errorCode(cause)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Cannot write to ${directory}; make it writable or set COSTPLANE_HOME to another directory`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `No space left for the database in ${directory}; free some or set COSTPLANE_HOME to another disk`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${directory} is not a directory; remove it or set COSTPLANE_HOME to another directory`;
    default:
      return `Cannot keep the database in ${directory}: ${firstLine(cause)}`;
  }
}
