import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { WarehouseError } from '../warehouse-error.ts';
import { fileFailure } from './file-failure.ts';
import { type Site } from './site.ts';

/** Turns what one of PostgreSQL's programs wrote before it failed into one line. */
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

/** PostgreSQL takes space for its log in pieces of this size, and stops if there is none. */
const walSegmentBytes = 16 * mebibyte;
const isConnectionLost =
  /connection error|Connection terminated|not queryable|ECONNREFUSED|ECONNRESET|terminating connection|shutting down|starting up|recovery mode/i;

/** Why a server went away while it was used: a full disk, where that is the reason. */
export async function explainLoss(error: unknown, site: Site): Promise<unknown> {
  if (!(error instanceof Error) || !isConnectionLost.test(error.message)) return error;
  const directory = dirname(site.data);
  if (!(await isFull(directory, walSegmentBytes))) return error;
  return fileFailure(Object.assign(error, { code: 'ENOSPC' }), directory);
}

/** The line that tells best why a program failed, without its time stamp. */
function lastComplaint(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1);
  return (complaint ?? 'it left no message').replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, '').trim();
}
