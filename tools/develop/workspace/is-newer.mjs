import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.mjs';

const changedAt = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a file of the patterns has changed since the output was made, or there is no output. */
export const isNewer = (patterns, output) =>
  globSync(patterns, { cwd: root }).some((path) => changedAt(path) > changedAt(output));
