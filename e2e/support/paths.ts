import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');
export const costplaneCommand = join(repository, 'tools/operate/cli/bin/costplane.js');

/** Snapshots of a production cluster; `undefined` where they are not at hand. */
export const fixtures = existsSync(join(repository, '../shared/fixtures'))
  ? join(repository, '../shared/fixtures')
  : undefined;
