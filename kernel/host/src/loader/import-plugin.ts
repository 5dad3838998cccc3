import { pathToFileURL } from 'node:url';
import { describeThrown } from '../errors/describe-thrown.ts';
import { isNotFound, KernelLacks } from './lend-kernel.ts';

/** Rejects when something that a plugin does at start takes too long: it may never end. */
export async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // A timer that keeps the process: without it Node.js would end at an import that never settles.
  const timer = setTimeout(() => {
    reject(new Error(`it did not finish within ${seconds} seconds`));
  }, seconds * 1000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The default export of a plugin's entry file. */
export async function importPlugin(entry: string, withinSeconds: number): Promise<unknown> {
  const module = (await inTime(import(pathToFileURL(entry).href), withinSeconds)) as {
    default?: unknown;
  };
  return module.default;
}

const rebuild = 'Fix or rebuild the plugin';

/** Why a module could not be imported, and how that is mended. */
export function explainImportFailure(
  failure: unknown,
  { kernelVersion, folder }: { readonly kernelVersion: string; readonly folder: string },
): { readonly what: string; readonly fix: string } {
  const what = describeThrown(failure);
  const ofKernel = failure instanceof KernelLacks ? failure.needed : exportOfKernel.exec(what)?.[1];
  if (ofKernel !== undefined) {
    return {
      what: `it needs ${ofKernel}, which kernel ${kernelVersion} does not have`,
      fix: 'Install a version of the plugin that supports this kernel, or a later kernel',
    };
  }
  const missing = missingPackage.exec(what)?.[1];
  if (missing !== undefined && isNotFound(failure)) {
    return {
      what: `it needs the package ${missing}, which is not installed`,
      fix: `Install the dependencies of the plugin, which is in ${folder}`,
    };
  }
  // What a module does not export is a SyntaxError too. Of one that does not parse Node.js does not
  // tell where it is.
  const isUnparsed = failure instanceof SyntaxError && !what.includes(' export named ');
  return { what: isUnparsed ? `it has a syntax error: ${what}` : what, fix: rebuild };
}

/** In the words of Node.js. */
const exportOfKernel =
  /module '@costplane\/plugin-api(?:\/[^']*)?' does not provide an export named '([^']+)'/;
/** A file has a path, a package none. */
const missingPackage = /^Cannot find (?:package|module) '([^'./][^':]*)'/;
