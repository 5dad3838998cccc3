import { registerHooks } from 'node:module';
import { holdsKernel, writingsOf } from './plugin-files.ts';

/** What the kernel does for plugins, and what a plugin has instead. */
const forbidden: Readonly<Record<string, string>> = {
  express: 'its routes come from defineRoute()',
  pg: 'its rows come from `context.db` and `context.ledger`',
};

const watched = new Set<string>();
let isHookRegistered = false;

/**
 * From now on the files of a plugin import neither Express nor `pg`: at start that keeps the plugin
 * from being loaded, later it fails the one request. The packages that a plugin has installed are
 * its own business. This holds a rule of the architecture, and is no wall: the code of a plugin can
 * do whatever the process can.
 */
export function forbidImportsOf(folder: string): void {
  const writings = writingsOf(folder);
  // A file that lies loosely in the folder of a whole project is not told from the rest of it.
  if (holdsKernel(writings)) return;
  watched.add(writings[0]);
  if (isHookRegistered) return;
  isHookRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      const [name = ''] = specifier.split('/', 1);
      const instead = forbidden[name];
      if (instead !== undefined && isOwnFile(context.parentURL)) {
        throw new Error(`it imports ${name}, which plugins must not import: ${instead}`);
      }
      return next(specifier, context);
    },
  });
}

function isOwnFile(file: string | undefined): boolean {
  if (file === undefined) return false;
  for (const folder of watched) {
    if (file.startsWith(folder) && !file.slice(folder.length).includes('node_modules/'))
      return true;
  }
  return false;
}
