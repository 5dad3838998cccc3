import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.mjs';

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true }).map((name) => join(path, name));
}

/** Whether a file, or what is in a folder, has changed since the output was made or never was. */
export const isNewer = (paths, output) =>
  paths
    .flatMap((path) => listFiles(join(root, path)))
    .some((path) => changedAt(path) > changedAt(join(root, output)));
