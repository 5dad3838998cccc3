import { execFile } from 'node:child_process';
import { link, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../connection-failure.ts';

export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** The server that runs on a data directory, found by PostgreSQL's lock file. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readLockFile(data);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!pid || !(await servesData(data, pid))) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a stale lock file that would keep PostgreSQL from starting: its server has ended and
 * another program has the process id, or it was killed while writing the file. (PostgreSQL itself
 * removes a file whose process id is unused.)
 */
export async function removeStaleLock(data: string): Promise<void> {
  const judged = await readLockFile(data);
  if (judged === undefined) return;
  const pid = Number(judged.split('\n')[0]);
  if (pid ? !isAlive(pid) || (await servesData(data, pid)) : !(await isOld(data))) return;
  const aside = join(data, `postmaster.pid.${process.pid}.stale`);
  await rename(lockFile(data), aside).catch(() => undefined);
  // If another process has started a server in the meantime, its file is put back.
  const taken = await readFile(aside, 'utf8').catch(() => judged);
  if (taken !== judged) await link(aside, lockFile(data)).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
}

async function isOld(data: string): Promise<boolean> {
  return stat(lockFile(data)).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > 5_000,
    () => false,
  );
}

const lockFile = (data: string) => join(data, 'postmaster.pid');

async function readLockFile(data: string): Promise<string | undefined> {
  try {
    return await readFile(lockFile(data), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process is PostgreSQL on this directory, not another one with a reused process id. */
async function servesData(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const served = /postgres -D (.+?)(?: -c |\s*$)/.exec(await commandLine(pid))?.[1];
  if (served === undefined || served === data) return served === data;
  // Compares devices and inodes: a directory can have several paths, and a copy is another directory.
  return (await readIdentity(served)) === (await readIdentity(data));
}

async function readIdentity(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => path,
  );
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    }
    return (await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
