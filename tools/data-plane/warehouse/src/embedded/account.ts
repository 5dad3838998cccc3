import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { WarehouseError } from '../warehouse-error.ts';

/** The user that runs PostgreSQL, if it is not the current one. */
export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root. The chosen user is remembered as the owner of the data. */
export async function chooseAccount(): Promise<Account> {
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: await askId('-u', name), gid: await askId('-g', name) };
    } catch {
      continue;
    }
  }
  throw new WarehouseError(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody"; run as another user or set DATABASE_URL',
  );
}

async function askId(flag: string, name: string): Promise<number> {
  return Number((await promisify(execFile)('id', [flag, name])).stdout);
}

/** Whether a user can reach and execute the content of a directory (a real path). */
export async function canEnter(account: Account, path: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  return dirname(path) === path || canEnter(account, dirname(path));
}
