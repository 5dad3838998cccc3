import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Folders at the top of a package that are for those who develop it. */
const developmentFolders = [
  'test',
  'tests',
  '__tests__',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
  '.github',
];
const typeScript = /\.[cm]?ts$/;
const typeMap = /\.d\.[cm]?ts\.map$/;
const map = /\.map$/;
const prose = /\.(md|markdown)$/i;
const legal = /^(licen[cs]e|notice|copying|authors|patents|thirdparty)/i;

/**
 * Removes what no process reads: TypeScript (Node.js does not run it below node_modules), prose
 * but licences, maps of other people's code, development folders. Maps of our own code stay: they
 * make the lines of a stack trace those of the sources.
 */
export function trimPackages(out, own) {
  const ours = new Set([...own.always, ...own.plugins.values()].map(({ name }) => name));
  for (const { name, folder } of packagesIn(join(out, 'node_modules'))) {
    for (const left of [...developmentFolders, ...(ours.has(name) ? ['src'] : [])]) {
      rmSync(join(folder, left), { recursive: true, force: true });
    }
    for (const file of filesIn(folder)) {
      if (isSuperfluous(file.name, ours.has(name))) rmSync(join(file.parentPath, file.name));
    }
  }
  rmSync(join(out, 'node_modules/.package-lock.json'), { force: true });
}

function isSuperfluous(name, isOurs) {
  if (typeScript.test(name) || typeMap.test(name)) return true;
  if (map.test(name)) return !isOurs;
  return prose.test(name) && !legal.test(name);
}

/** Every installed package, also those below another, with its name. */
function packagesIn(modules) {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`)
        : [name],
    )
    .flatMap((name) => {
      const folder = join(modules, name);
      return [{ name, folder }, ...packagesIn(join(folder, 'node_modules'))];
    });
}

/** The files of a package, without those of packages below it. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' ? [] : filesIn(join(folder, entry.name));
    }
    return entry.isFile() ? [{ name: entry.name, parentPath: folder }] : [];
  });
}
