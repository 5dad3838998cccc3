import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { AssemblyError } from './assembly-error.mjs';

const isPath = (entry) => entry.startsWith('.') || isAbsolute(entry);
const hasVersion = (entry) => entry.lastIndexOf('@') > 0;

/**
 * The plugins that a list names, in its order: `{ entry, own }` for one of this repository,
 * `{ entry, spec }` for what npm packs: a path or a package of the registry with its version.
 */
export function readPluginList(text, { own, context }) {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  if (entries.length === 0) {
    throw new AssemblyError(
      'the edition has no plugin; name at least one with --plugins (PLUGINS)',
    );
  }
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice !== undefined) throw new AssemblyError(`${twice} is named twice; name it once`);
  return entries.map((entry) => readEntry(entry, own, context));
}

function readEntry(entry, own, context) {
  const found = own.plugins.get(entry) ?? ownOfName(entry, own);
  if (found !== undefined) return { entry, own: found };
  if (isPath(entry)) return { entry, spec: pathWithin(context, entry) };
  if (hasVersion(entry)) return { entry, spec: entry };
  throw new AssemblyError(
    `${entry} is none of ${[...own.plugins.keys()].sort().join(', ')}; ` +
      `a package of the registry is named with its version (${entry}@1.0.0), a tarball or folder by its path (./vendor/${entry.split('/').at(-1)})`,
  );
}

const ownOfName = (name, own) => [...own.plugins.values()].find((found) => found.name === name);

function pathWithin(context, entry) {
  const path = resolve(context, entry);
  if (relative(context, path).startsWith('..')) {
    throw new AssemblyError(`${entry} is outside of ${context}; put it below, in vendor/`);
  }
  if (existsSync(path)) return path;
  throw new AssemblyError(
    `there is nothing at ${join(context, entry)}; put the tarball or folder there (.dockerignore lets vendor/ in)`,
  );
}
