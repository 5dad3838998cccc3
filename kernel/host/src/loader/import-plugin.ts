import { pathToFileURL } from 'node:url';
import { describeThrown } from '../errors/describe-thrown.ts';
import { settleWithin } from '../errors/settle-within.ts';
import { isNotFound } from './resolve-from-host.ts';

/** Rejects if work of a plugin at start takes too long, since it may never end. */
export const withTimeout = <T>(work: Promise<T>, seconds: number): Promise<T> =>
  settleWithin(seconds * 1000, work, () => {
    throw new Error(`it did not finish within ${seconds} seconds`);
  });

/** The default export of a plugin's entry file. */
export async function importPlugin(entry: string, withinSeconds: number): Promise<unknown> {
  const imported = import(pathToFileURL(entry).href) as Promise<{ default?: unknown }>;
  return (await withTimeout(imported, withinSeconds)).default;
}

/** Why a module could not be imported, as Node.js reports it, and how to fix it. */
export function explainImportFailure(failure: unknown, folder: string) {
  const what =
    failure instanceof SyntaxError ? `SyntaxError: ${failure.message}` : describeThrown(failure);
  if (what.includes('@costplane/plugin-api')) {
    return { what, fix: 'Install a version of the plugin that supports this kernel' };
  }
  const isPackage = /^Cannot find (package|module) '[^./]/.test(what) && isNotFound(failure);
  return {
    what,
    fix: isPackage
      ? `Install the dependencies of the plugin, which is in ${folder}`
      : 'Fix or rebuild the plugin',
  };
}
