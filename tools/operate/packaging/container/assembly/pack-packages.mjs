import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AssemblyError } from './assembly-error.mjs';
import { run } from './run.mjs';

/**
 * Packs what the edition is made of into `out/packages`: `own` by name, those that it leaves out
 * too, and `plugins` in the order of the list. Each is `{ name, version, file }`.
 */
export async function packPackages({ own, list, context, out }) {
  const folder = join(out, 'packages');
  mkdirSync(folder);
  const ours = [...own.always, ...own.plugins.values()];
  const packed = await pack(
    ours.map((one) => `./${one.folder}`),
    folder,
    context,
    'build the packages first (npm run build, or --build)',
  );
  const byName = new Map(packed.map((one) => [one.name, one]));
  const plugins = [];
  for (const { entry, own: ownPlugin, spec } of list) {
    plugins.push(
      ownPlugin ? byName.get(ownPlugin.name) : await packOther(entry, spec, folder, context),
    );
  }
  requireDifferentNames(plugins);
  return { packed: byName, plugins };
}

async function packOther(entry, spec, folder, context) {
  const remedy = `check that ${entry} exists, that its files are built and that the registry can be reached`;
  const [plugin] = await pack([spec], folder, context, remedy);
  return plugin;
}

async function pack(specs, folder, cwd, remedy) {
  const args = [
    'pack',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
    '--pack-destination',
    folder,
  ];
  const packed = JSON.parse(
    await run('npm', [...args, ...specs], { cwd, what: 'npm pack', remedy }),
  );
  // npm 12 answers with an object by name, earlier ones with a list.
  return Object.values(packed).map(({ name, version, filename }) => ({
    name,
    version,
    file: `file:packages/${filename.replace(/^@/, '').replaceAll('/', '-')}`,
  }));
}

function requireDifferentNames(plugins) {
  const names = plugins.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new AssemblyError(`two plugins are named ${twice}; leave one out`);
}
