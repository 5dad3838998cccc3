import { cp, link, lstat, mkdir, mkdtemp, readFile, rename, rm, unlink } from 'node:fs/promises';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../connection-failure.ts';
import { WarehouseError } from '../warehouse-error.ts';
import { type Binaries } from './binaries.ts';
import { homeFiles } from './files.ts';

// Not /var/tmp, which many systems clean up after a month.
const parent = '/var/lib';

/**
 * The directory of the database (or the binaries) for a home that the user of PostgreSQL cannot
 * enter: owned by root, accessible to all, and recorded in the home.
 */
export async function ensurePlace(home: string): Promise<string> {
  const known = await readPlace(home);
  if (known) return known;
  await mkdir(parent, { recursive: true });
  const made = await mkdtemp(join(parent, 'costplane-'));
  await chmod(made, 0o711);
  if (await publish(homeFiles(home).place, made)) return made;
  await rm(made, { recursive: true });
  return ensurePlace(home);
}

export async function readPlace(home: string): Promise<string | undefined> {
  const record = homeFiles(home).place;
  const place = await readFile(record, 'utf8').catch(() => undefined);
  if (place === undefined) return undefined;
  const found = await lstat(place).catch(() => undefined);
  if (!found) {
    throw new WarehouseError(
      `${record} names the database directory "${place}", which does not exist; restore it, or ` +
        `delete ${record} to start with an empty database`,
    );
  }
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new WarehouseError(
      `The database directory ${place} is writable by others than root; fix that (chown root, ` +
        `chmod 711) or delete ${record} to start with an empty database`,
    );
  }
  return place;
}

/** Copies the binaries to a directory where the user of PostgreSQL can run them, once per version. */
export async function copyBinaries({ native, version }: Binaries, place: string): Promise<string> {
  const target = join(place, `native-${version}`);
  if (await lstat(target).catch(() => undefined)) return target;
  const copy = await mkdtemp(join(place, 'native.new-'));
  await cp(native, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && basename(source) !== 'pkgconfig',
  });
  await letAllRead(copy);
  try {
    await rename(copy, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    await rm(copy, { recursive: true });
  }
  return target;
}

async function letAllRead(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) await letAllRead(path);
    else if (entry.isFile()) await chmod(path, basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}

/** Writes a file atomically and only once, readable by the current user only; returns false if it existed. */
export async function publish(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
}
