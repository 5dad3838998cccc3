import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtractedApi } from './extract-api.ts';

const suffix = '.api.md';

/** The committed reports that are not what the API is now. */
export function staleReports(apis: readonly ExtractedApi[], folder: string): readonly string[] {
  const expected = nameReports(apis);
  const stale = [...expected].filter(([file, report]) => textIn(join(folder, file)) !== report);
  const left = reportsIn(folder).filter((file) => !expected.has(file));
  return [...stale.map(([file]) => file), ...left];
}

/** Brings the committed reports up to date, and says which were not. */
export function writeReports(apis: readonly ExtractedApi[], folder: string): readonly string[] {
  const stale = staleReports(apis, folder);
  const expected = nameReports(apis);
  mkdirSync(folder, { recursive: true });
  for (const file of stale) {
    const report = expected.get(file);
    if (report === undefined) rmSync(join(folder, file));
    else writeFileSync(join(folder, file), report);
  }
  return stale;
}

const nameReports = (apis: readonly ExtractedApi[]) =>
  new Map(apis.map(({ entryPoint, report }) => [entryPoint.name + suffix, report]));

const reportsIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(suffix)) : [];

const textIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
