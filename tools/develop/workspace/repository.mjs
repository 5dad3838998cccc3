import { fileURLToPath } from 'node:url';
import { delimiter, join } from 'node:path';

/** The folder that holds the root package.json. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '');

const binFolder = join(root, 'node_modules', '.bin');

/** The Node.js that the workspace pins, whatever the machine's own version is. */
export const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

function pathWithout(folder) {
  return (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== folder);
}

/** The environment of everything that runs on the pinned Node.js. */
export function pinnedEnvironment(extra = {}) {
  return { ...process.env, PATH: [binFolder, ...pathWithout(binFolder)].join(delimiter), ...extra };
}

/**
 * The environment of npm itself. It runs on the machine's own Node.js, because `npm ci` deletes
 * the pinned one while it works.
 */
export function machineEnvironment(extra = {}) {
  return { ...process.env, PATH: pathWithout(binFolder).join(delimiter), ...extra };
}
