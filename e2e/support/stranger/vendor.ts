import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../npm.ts';
import { repository } from '../paths.ts';

const source = join(repository, 'e2e/vendor');

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export const readVendorLock = async () =>
  JSON.parse(await readFile(join(source, 'package-lock.json'), 'utf8')) as LockFile;

/** Copies the vendor's package as a clone of it has it, beside the tarballs that it asks for. */
export async function copyVendor(
  folder: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<void> {
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|tarballs)$/.test(path),
  });
  await mkdir(join(folder, 'tarballs'));
  for (const name of ['plugin-api', 'reader', 'kernel', 'plugin-testing', 'warehouse']) {
    await cp(tarballs.get(`@costplane/${name}`)!, join(folder, 'tarballs', `${name}.tgz`));
  }
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs the vendor's package, which is built; answers with the tarball and what is in it. */
export async function packVendor(folder: string): Promise<{ tarball: string; files: string[] }> {
  const text = await npm(['pack', '--json'], folder);
  const [packed] = Object.values(JSON.parse(text) as Packed[] | Record<string, Packed>);
  return {
    tarball: join(folder, packed!.filename),
    files: packed!.files.map(({ path }) => path),
  };
}
