import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './repository.mjs';

/** Source lines, comments in, that a package may have and still be read in one go. */
const limits = {
  'kernel/plugin-api': 2000,
  'kernel/host': 3300,
  'kernel/host/src/loader': 900,
  'kernel/reader': 850,
  'kernel/plugin-testing': 500,
};
const large = ['plugins/explorer', 'plugins/focus-export'];
const pluginLimit = (folder) => (large.includes(folder) ? 2500 : 900);

const loader = 'kernel/host/src/loader/';

function count(folder) {
  const isPart = folder.includes('/src/');
  const patterns = isPart ? [`${folder}/**/*.ts`] : [`${folder}/src/**/*.ts`, `${folder}/*.mjs`];
  const files = globSync(patterns, { cwd: root }).filter(
    (file) => isPart || !file.startsWith(loader),
  );
  const lines = files.map((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1);
  return { files: files.length, lines: lines.reduce((sum, one) => sum + one, 0) };
}

const plugins = globSync('plugins/*', { cwd: root }).sort();
const lineLimits = {
  ...limits,
  ...Object.fromEntries(plugins.map((one) => [one, pluginLimit(one)])),
};
const tools = globSync('tools/{client,*/*}/package.json', { cwd: root }).map(dirname).sort();

for (const folder of [...Object.keys(lineLimits), ...tools]) {
  const { files, lines } = count(folder);
  const limit = lineLimits[folder];
  const verdict = limit === undefined ? '' : `of ${limit}${lines > limit ? ': too many' : ''}`;
  if (lines > limit) process.exitCode = 1;
  const columns = [
    folder.padEnd(34),
    String(lines).padStart(6),
    'lines',
    String(files).padStart(4),
  ];
  process.stdout.write(`${columns.join(' ')} files  ${verdict}`.trimEnd() + '\n');
}
