import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedEnvironment, pinnedNode, root } from './repository.mjs';

const given = process.argv.slice(2);
const isPathGiven = given.some((argument) => existsSync(join(root, argument)));

/**
 * Two halves side by side, by folders: each process works out the types that its files share. (ESLint's
 * own --concurrency deals the files out one by one, and so works everything out twice.)
 */
const parts = isPathGiven ? [[]] : [['tools'], ['.', '--ignore-pattern', 'tools/**']];

function lint(part) {
  const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
  const child = spawn(pinnedNode, [eslint, '--max-warnings', '0', ...part, ...given], {
    cwd: root,
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** The dependency rule is held against Nx's graph of the projects, and skipped where there is none. */
function makeProjectGraph() {
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const settings = { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' };
  execFileSync(pinnedNode, [nx, 'show', 'projects'], {
    cwd: root,
    env: pinnedEnvironment(settings),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

makeProjectGraph();
process.exitCode = Math.max(...(await Promise.all(parts.map(lint))));
