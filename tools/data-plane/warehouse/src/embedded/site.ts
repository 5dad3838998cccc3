import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '../connection-failure.ts';
import { WarehouseError } from '../warehouse-error.ts';
import { type Account, canEnter, chooseAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { homeFiles } from './files.ts';
import { copyBinaries, ensurePlace, publish, readPlace } from './place.ts';

/** Everything that is determined before PostgreSQL runs. All paths are real paths. */
export interface Site {
  home: string;
  data: string;
  native: string;
  log: string;
  password: string;
  /** Absent if PostgreSQL runs as the current user. */
  account?: Account;
}

export async function prepareSite(givenHome: string): Promise<Site> {
  const binaries = await findBinaries();
  const isRoot = process.getuid?.() === 0;
  const home = await ensureHome(resolve(givenHome), isRoot);
  const { log } = homeFiles(home);
  const where = isRoot
    ? await placeForRoot(home, binaries)
    : { data: homeFiles(home).data, native: binaries.native };
  return { home, log, ...where, password: await ensurePassword(home, where.data) };
}

async function ensureHome(home: string, isRoot: boolean): Promise<string> {
  await mkdir(dirname(home), { recursive: true });
  try {
    await mkdir(home);
    // The user of PostgreSQL must be able to traverse root's directory, but cannot list it.
    await chmod(home, isRoot ? 0o711 : 0o700);
  } catch (error) {
    const isThere = errorCode(error) === 'EEXIST' && (await stat(home)).isDirectory();
    if (!isThere) throw error;
  }
  return realpath(home);
}

async function placeForRoot(
  home: string,
  binaries: Binaries,
): Promise<Pick<Site, 'data' | 'native' | 'account'>> {
  const { data, account } = await placeData(home);
  const native = await realpath(binaries.native);
  const isWithinReach = await canEnter(account, join(native, 'bin', 'postgres'));
  return {
    data,
    account,
    native: isWithinReach ? native : await copyBinaries(binaries, await ensurePlace(home)),
  };
}

async function placeData(home: string): Promise<{ data: string; account: Account }> {
  const inHome = homeFiles(home).data;
  const place = await readPlace(home);
  for (const data of place ? [inHome, join(place, 'postgres')] : [inHome]) {
    const account = await readOwner(data);
    if (account) return { data, account };
  }
  const account = await chooseAccount();
  if (await canEnter(account, home)) return { data: inHome, account };
  return { data: join(await ensurePlace(home), 'postgres'), account };
}

async function readOwner(data: string): Promise<Account | undefined> {
  const found = await stat(data).catch(() => undefined);
  if (!found) return undefined;
  if (found.uid === 0) {
    throw new WarehouseError(
      `The database in ${data} belongs to root, but PostgreSQL does not run as root; give it to ` +
        `another user (chown -R postgres ${data})`,
    );
  }
  const account = { uid: found.uid, gid: found.gid };
  if (await canEnter(account, data)) return account;
  throw new WarehouseError(
    `The owner of the database in ${data} cannot enter it; make the parent directories ` +
      'accessible (chmod o+x)',
  );
}

async function ensurePassword(home: string, data: string): Promise<string> {
  const { password } = homeFiles(home);
  const known = await readFile(password, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return undefined;
  });
  if (known) return known;
  if (await stat(join(data, 'PG_VERSION')).catch(() => undefined)) {
    throw new WarehouseError(
      `The password ${password} of the database in ${data} is missing or empty; restore it, or delete the database to start with an empty one`,
    );
  }
  if (known === '') {
    throw new WarehouseError(`The password file ${password} is empty; delete it and start again`);
  }
  await publish(password, randomBytes(24).toString('hex'));
  return ensurePassword(home, data);
}
