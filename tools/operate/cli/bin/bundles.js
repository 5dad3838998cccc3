import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Dependencies of hundreds of modules, with what is imported of each: they take a third of a start unless
 * they are a few files. They have no dependencies of their own, whose versions a bundle would hide.
 */
export const bundledImports = {
  kysely: ['kysely', 'kysely/migration'],
  typebox: ['typebox', 'typebox/compile', 'typebox/value'],
  yaml: ['yaml'],
};
export const bundlesFolder = new URL('../dist/bundles/', import.meta.url);

/** The folder of an installed package that a module is of. */
export function packageFolder(name, module) {
  const end = `/node_modules/${name}/`;
  return new URL(module.slice(0, module.lastIndexOf(end) + end.length));
}

/** Another version of a package has another folder: what was installed is what is loaded. */
export function bundleFolder(name, module = import.meta.resolve(name)) {
  const manifest = readFileSync(new URL('package.json', packageFolder(name, module)), 'utf8');
  return new URL(`${name}-${JSON.parse(manifest).version}/`, bundlesFolder);
}

export const bundleFile = (specifier) => `${specifier.replace('/', '-')}.js`;

/** The folder of a package's built modules that a module is in. */
const builtFolder = (module = '') =>
  module.slice(0, module.lastIndexOf('/dist/') + '/dist/'.length);

/**
 * Loads bundles in the place of the packages that they were made of, and remembers what our own packages
 * import: Node.js would look for each of their 450 modules, and for what each of these imports, anew.
 */
export function useBundles() {
  const packages = new Map(
    Object.entries(bundledImports).flatMap(([name, specifiers]) =>
      specifiers.map((specifier) => [specifier, name]),
    ),
  );
  // By the modules that they stand for: a package may be installed in several places.
  const bundles = new Map();
  const findBundle = (specifier, module) => {
    const folder = bundleFolder(packages.get(specifier), module);
    return existsSync(folder) ? new URL(bundleFile(specifier), folder).href : undefined;
  };
  const ownFolders = new Set([new URL('../dist/', import.meta.url).href]);
  const find = (specifier, context, next) => {
    const resolved = next(specifier, context);
    const { url: module } = resolved;
    if (specifier.startsWith('@costplane/') && module.includes('/dist/')) {
      ownFolders.add(builtFolder(module));
    }
    if (!packages.has(specifier)) return resolved;
    if (!bundles.has(module)) bundles.set(module, findBundle(specifier, module));
    const url = bundles.get(module);
    return url === undefined ? resolved : { ...resolved, url, format: 'module' };
  };
  // By folder and specifier.
  const ownImports = new Map();
  registerHooks({
    resolve(specifier, context, next) {
      const folder = builtFolder(context.parentURL);
      if (!ownFolders.has(folder) || !context.conditions.includes('import')) {
        return find(specifier, context, next);
      }
      if (/^\.\.?\/.*\.js$/.test(specifier)) {
        const { href: url } = new URL(specifier, context.parentURL);
        return { url, format: 'module', shortCircuit: true };
      }
      const place = `${folder} ${specifier}`;
      const resolved = ownImports.get(place) ?? find(specifier, context, next);
      ownImports.set(place, resolved);
      return { ...resolved, shortCircuit: true };
    },
  });
}
