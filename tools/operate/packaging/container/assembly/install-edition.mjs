import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * Installs the packages of an edition into `out/node_modules`. Install scripts do not run, and
 * optional dependencies (plugins that are left out, the embedded PostgreSQL) are not installed.
 */
export async function installEdition({ packed, plugins, own, context, out }) {
  const versions = lockedVersions(context);
  const dependencies = Object.fromEntries(
    [...own.always.map(({ name }) => packed.get(name)), ...plugins].map(({ name, file }) => [
      name,
      file,
    ]),
  );
  const manifest = {
    name: 'costplane-edition',
    private: true,
    dependencies,
    overrides: makeOverrides(packed, versions),
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = [
    'install',
    '--omit=dev',
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  await run('npm', [...args, '--loglevel=error'], {
    cwd: out,
    what: 'npm install',
    remedy: 'check that the registry can be reached and what npm reports above',
  });
  for (const left of ['packages', 'package-lock.json']) {
    rmSync(join(out, left), { recursive: true });
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(plainManifest(plugins), null, 2)}\n`);
}

/** What is installed, without the files that it was installed from. */
function plainManifest(plugins) {
  return {
    name: 'costplane-edition',
    private: true,
    type: 'module',
    plugins: Object.fromEntries(plugins.map(({ name, version }) => [name, version])),
  };
}

/**
 * Our packages come from their tarballs and never from a registry, wherever they are depended on;
 * below them every package has the version of the lock file. What others bring is theirs.
 */
function makeOverrides(packed, versions) {
  return Object.fromEntries(
    [...packed.values()].map(({ name, file }) => [name, { '.': file, ...versions }]),
  );
}

/** The versions of the lock file, of packages that it has in one version only. */
function lockedVersions(repository) {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const versions = new Map();
  for (const [path, { version, dev, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return Object.fromEntries(
    [...versions]
      .filter(([, found]) => found.size === 1)
      .map(([name, [version]]) => [name, version]),
  );
}
