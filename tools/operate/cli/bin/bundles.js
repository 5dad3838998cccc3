import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Dependencies of hundreds of modules, which take a quarter of a start unless they are one file each. */
export const bundledPackages = ['kysely', 'typebox'];
export const bundlesFolder = new URL('../dist/bundles/', import.meta.url);

/** The version of an installed package, and the module that its name stands for. */
export function findInstalled(name) {
  const entry = import.meta.resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`));
  const manifest = new URL(`${folder}/node_modules/${name}/package.json`);
  return { entry, manifest, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
}

/** Another version of a package has another name: what was installed is what is loaded. */
export const bundleUrl = (name, version) => new URL(`${name}-${version}.js`, bundlesFolder);

/** Loads bundles in the place of the packages that they were made of. */
export function useBundles() {
  const bundles = new Map();
  for (const name of bundledPackages) {
    const { entry, version } = findInstalled(name);
    const bundle = bundleUrl(name, version);
    if (existsSync(bundle)) bundles.set(entry, bundle.href);
  }
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const url = bundles.get(resolved.url);
      return url === undefined ? resolved : { ...resolved, url };
    },
  });
}
