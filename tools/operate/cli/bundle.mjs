import { existsSync, globSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import {
  bundledImports,
  bundleFile,
  bundleFolder,
  bundlesFolder,
  packageFolder,
} from './bin/bundles.js';

/** Writes a package as one file for each import, and one of what they share, with its license. */
async function write(name, specifiers) {
  const installed = fileURLToPath(packageFolder(name, import.meta.resolve(name)));
  const [license] = globSync('[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*', { cwd: installed });
  if (license === undefined) throw new Error(`${name} has no license`);
  const exported = await Promise.all(specifiers.map(exportByName));
  const build = await rolldown({
    input: Object.fromEntries(specifiers.map((specifier) => [bundleFile(specifier), specifier])),
    platform: 'node',
    plugins: [{ name: 'entries', ...asEntries(specifiers, exported) }],
  });
  // It appears whole, by a rename: what is there is used.
  const draft = new URL(`${name}.draft/`, bundlesFolder);
  await build.write({
    dir: fileURLToPath(draft),
    format: 'esm',
    entryFileNames: '[name]',
    chunkFileNames: '[name].js',
    // The text of a module stays in memory, in two bytes a character if one is outside of Latin-1.
    comments: { jsdoc: false },
    banner: `/*!\n${readFileSync(`${installed}${license}`, 'utf8')}\n*/`,
  });
  await build.close();
  await rename(draft, bundleFolder(name));
}

/** A CommonJS package has the names that Node.js finds in it, as it has without a bundle. */
async function exportByName(specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports');
  const module = fileURLToPath(import.meta.resolve(specifier));
  return `export { ${names.join(', ')} } from ${JSON.stringify(module)};`;
}

function asEntries(specifiers, exported) {
  const isEntry = (id, importer) => importer === undefined && specifiers.includes(id);
  return {
    resolveId: (id, importer) => (isEntry(id, importer) ? `\0${id}` : null),
    load: (id) => (id.startsWith('\0') ? exported[specifiers.indexOf(id.slice(1))] : null),
  };
}

const packages = Object.entries(bundledImports);
if (packages.some(([name]) => !existsSync(bundleFolder(name)))) {
  await rm(bundlesFolder, { recursive: true, force: true });
  for (const [name, specifiers] of packages) await write(name, specifiers);
}
