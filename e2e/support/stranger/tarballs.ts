import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, publishedPackages } from '../published-packages.ts';

/** `@costplane/plugin-clusters` is in `plugin-clusters.tgz`, whatever its version. */
const fileName = (name: string) => `${name.replace('@costplane/', '')}.tgz`;

/** Packs packages of ours into the new folder; answers what `dependencies` name each by. */
export async function packTarballs(
  names: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  await mkdir(folder);
  const packages = publishedPackages().filter(({ manifest }) => names.includes(manifest.name));
  const packed = await pack(packages, { folder });
  await Promise.all(
    packed.map(({ name, filename }) =>
      rename(join(folder, filename), join(folder, fileName(name))),
    ),
  );
  return new Map(packed.map(({ name }) => [name, join(folder, fileName(name))]));
}
