import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pinnedEnvironment, pinnedNode, root } from './repository.mjs';

const pluginsAtATime = 4;
const plugins = readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);

/**
 * What is linted in a process of its own: the rules that know types keep every project that they
 * have met in memory, and all of them together are more than a heap holds. The last part is
 * whatever the others leave.
 */
const parts = [
  ...plugins.flatMap((_, index) =>
    index % pluginsAtATime === 0 ? [plugins.slice(index, index + pluginsAtATime)] : [],
  ),
  ['tools'],
  ['.', '--ignore-pattern', 'plugins/**', '--ignore-pattern', 'tools/**'],
];

function lint(args) {
  const eslint = join(root, 'node_modules/eslint/bin/eslint.js');
  const options = { cwd: root, env: pinnedEnvironment(), stdio: 'inherit' };
  const child = spawn(pinnedNode, [eslint, '--max-warnings', '0', ...args], options);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function lintInTurn(waiting) {
  let worst = 0;
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    worst = Math.max(worst, await lint([...part, ...given]));
  }
  return worst;
}

const given = process.argv.slice(2);
const isPathGiven = given.some((argument) => existsSync(join(root, argument)));
const waiting = isPathGiven ? [[]] : [...parts];
const sideBySide = Math.min(availableParallelism(), 2);
const codes = await Promise.all(Array.from({ length: sideBySide }, () => lintInTurn(waiting)));
process.exitCode = Math.max(...codes);
