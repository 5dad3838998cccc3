import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtractedApi } from './extract-api.ts';
import { apiFolder } from './kernel-package.ts';

/** The API of the last release: what plugins out there were built against. */
export interface ReleasedApi {
  readonly version: string;
  /** The names that each entry point exports when it runs, by the entry point's name. */
  readonly runtimeExports: Readonly<Record<string, readonly string[]>>;
  /** The declarations of each entry point, by its name. */
  readonly rollups: Readonly<Record<string, string>>;
}

export const releasedFolder = join(apiFolder, 'released');

/** `undefined` where none was recorded yet. */
export function readReleasedApi(folder = releasedFolder): ReleasedApi | undefined {
  const file = join(folder, 'release.json');
  if (!existsSync(file)) return undefined;
  const { version, runtimeExports } = JSON.parse(readFileSync(file, 'utf8')) as ReleasedApi;
  const rollups = Object.keys(runtimeExports).map((name) => [
    name,
    readFileSync(join(folder, `${name}.d.ts`), 'utf8'),
  ]);
  return {
    version,
    runtimeExports,
    rollups: Object.fromEntries(rollups) as Record<string, string>,
  };
}

export function writeReleasedApi(api: ReleasedApi, folder = releasedFolder): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { version, runtimeExports } = api;
  writeFileSync(
    join(folder, 'release.json'),
    `${JSON.stringify({ version, runtimeExports }, undefined, 2)}\n`,
  );
  for (const [name, rollup] of Object.entries(api.rollups)) {
    writeFileSync(join(folder, `${name}.d.ts`), rollup);
  }
}

export function toReleasedApi(
  version: string,
  apis: readonly ExtractedApi[],
  runtimeExports: ReleasedApi['runtimeExports'],
): ReleasedApi {
  const rollups = apis.map(({ entryPoint, rollup }) => [entryPoint.name, rollup]);
  return {
    version,
    runtimeExports,
    rollups: Object.fromEntries(rollups) as Record<string, string>,
  };
}
