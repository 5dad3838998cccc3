import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../../..');
export const kernelFolder = join(repository, 'kernel/plugin-api');
export const apiFolder = join(kernelFolder, 'api');

/** An import path of the kernel, and the declarations that it is built to. */
export interface EntryPoint {
  /** As a plugin writes it: `@costplane/plugin-api/schema`. */
  readonly specifier: string;
  /** The name of its files: `schema`. */
  readonly name: string;
  readonly types: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { types: string }>>;
}

/** The entry points that the kernel's `package.json` names. */
export function readEntryPoints(): readonly EntryPoint[] {
  const manifest = JSON.parse(readFileSync(join(kernelFolder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    if (typeof target === 'string' || path === './internal') return [];
    return {
      specifier: manifest.name + path.slice(1),
      name: path === '.' ? 'index' : path.slice(2),
      types: join(kernelFolder, target.types),
    };
  });
}
