import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Facts from a plugin's `package.json`. */
export interface PluginManifest {
  readonly name: string;
  readonly version: string;
  /** Verbatim, if present. */
  readonly kernelRange: string | undefined;
  readonly folder: string;
}

interface PackageJson {
  readonly exports?: unknown;
  readonly name?: string;
  readonly version?: string;
  readonly peerDependencies?: Record<string, string>;
}

/** Reads the nearest `package.json` at or above a file of the plugin. */
export async function readPluginManifest(entryFile: string): Promise<PluginManifest> {
  for (let folder = dirname(entryFile); ; folder = dirname(folder)) {
    const manifest = await readPackageJson(join(folder, 'package.json'));
    if (typeof manifest?.name === 'string') {
      return {
        name: manifest.name,
        version: manifest.version ?? '0.0.0',
        kernelRange: manifest.peerDependencies?.['@costplane/plugin-api'],
        folder,
      };
    }
    if (folder === dirname(folder)) throw new Error(`no package.json at or above ${entryFile}`);
  }
}

export async function readPackageJson(file: string): Promise<PackageJson | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PackageJson;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) throw new Error(`${file} is not JSON`, { cause: error });
    throw error;
  }
}
