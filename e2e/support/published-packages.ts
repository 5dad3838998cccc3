import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from './npm.ts';
import { repository } from './paths.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package of this repository that is published. */
export interface PublishedPackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** All packages of the workspace but the private ones. */
export function publishedPackages(): PublishedPackage[] {
  return globSync(
    ['kernel/*', 'plugins/*', 'tools/client', 'tools/*/*'].map(
      (folder) => `${folder}/package.json`,
    ),
    {
      cwd: repository,
    },
  )
    .map((file) => ({
      folder: join(repository, dirname(file)),
      manifest: JSON.parse(readFileSync(join(repository, file), 'utf8')) as Manifest,
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

/** What `npm pack` says of a tarball; paths are those in the package. */
export interface Packed {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Runs `npm pack` for some packages of the workspace, the tarballs of which go to a folder. */
export async function pack(
  packages: readonly PublishedPackage[],
  to: { folder: string } | 'nowhere',
): Promise<Packed[]> {
  const target = to === 'nowhere' ? ['--dry-run'] : ['--pack-destination', to.folder];
  const names = packages.flatMap(({ manifest }) => ['--workspace', manifest.name]);
  const text = await npm(['pack', '--json', ...target, ...names], repository);
  // npm 12 answers with an object by name, npm 11 with an array.
  return Object.values(JSON.parse(text) as Packed[] | Record<string, Packed>);
}
