import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WarehouseError } from '../warehouse-error.ts';
import { fileFailure } from './file-failure.ts';
import { type Site } from './site.ts';

/** Turns the output of a failed PostgreSQL program into one line. */
export async function programFailure(
  what: string,
  said: string,
  site: Site,
): Promise<WarehouseError> {
  const directory = dirname(site.data);
  if (said.includes('No space left on device') || (await isFull(directory))) {
    return fileFailure(Object.assign(new Error(said), { code: 'ENOSPC' }), directory);
  }
  return new WarehouseError(`${what}: ${lastComplaint(said)} (log: ${site.log})`);
}

const mebibyte = 1024 * 1024;

async function isFull(directory: string, neededBytes = mebibyte): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < neededBytes;
}

/** PostgreSQL allocates its write-ahead log in segments of this size, and stops if it cannot. */
const walSegmentBytes = 16 * mebibyte;
const isConnectionLost =
  /connection error|Connection terminated|not queryable|ECONNREFUSED|ECONNRESET|terminating connection|shutting down|starting up|recovery mode/i;

/** The reason why a server stopped while in use, if it is a full disk. */
export async function explainLoss(error: unknown, site: Site): Promise<unknown> {
  if (!(error instanceof Error) || !isConnectionLost.test(error.message)) return error;
  const directory = dirname(site.data);
  if (!(await isFull(directory, walSegmentBytes))) return error;
  return fileFailure(Object.assign(error, { code: 'ENOSPC' }), directory);
}

/** The most informative line of a program's error output, without its timestamp. */
function lastComplaint(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  return (complaint ?? 'it left no message').replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '').trim();
}
