import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plugin by where its files lie. */
export interface PluginFolder {
  readonly name: string;
  readonly folder: string;
}

/** A folder as it is written in the URLs of modules and in stacks, each with its end. */
export type Writings = readonly [url: string, path: string];

/** How a folder is written, that of what is gone as it is named. */
export function writingsOf(folder: string): Writings {
  const real = realPathOf(folder);
  return [`${pathToFileURL(real).href}/`, `${real}/`];
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Where the kernel itself lies, sources or build. */
export const kernelWritings = writingsOf(dirname(import.meta.dirname));

/** A plugin that lies loosely in the folder of a whole project, the kernel with it. */
export const holdsKernel = ([url]: Writings): boolean => kernelWritings[0].startsWith(url);

/** Tells whose code a stack shows. */
export interface StackOwners {
  /** The name of the plugin in whose folder, its own packages included, some of the code lies. */
  readonly pluginOf: (failure: unknown) => string | undefined;
  readonly isOfKernel: (failure: unknown) => boolean;
}

/** Where the plugins lie is looked up once: a folder may be gone by the time something fails. */
export function ownersOfStacks(plugins: readonly PluginFolder[]): StackOwners {
  const located = plugins
    .map(({ name, folder }) => ({ name, writings: writingsOf(folder) }))
    // The innermost folder goes first where one lies in another.
    .toSorted((a, b) => b.writings[1].length - a.writings[1].length);
  return {
    pluginOf(failure) {
      // The innermost line goes first.
      for (const line of linesOf(failure)) {
        if (isIn(line, kernelWritings)) continue;
        const owner = located.find(({ writings }) => isOfPlugin(line, writings));
        if (owner) return owner.name;
      }
      return undefined;
    },
    isOfKernel: (failure) => linesOf(failure).some((line) => isIn(line, kernelWritings)),
  };
}

/** The packages of a whole project are not those of the plugin that lies in it. */
const isOfPlugin = (line: string, writings: Writings) =>
  isIn(line, writings) && !(holdsKernel(writings) && line.includes('/node_modules/'));

const isIn = (line: string, writings: Writings) =>
  writings.some((writing) => line.includes(writing));

function linesOf(failure: unknown): string[] {
  try {
    const { stack } = failure as { stack?: unknown };
    return typeof stack === 'string' ? stack.split('\n') : [];
  } catch {
    return [];
  }
}
