import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plugin by where its files lie. */
export interface PluginFolder {
  readonly name: string;
  readonly folder: string;
}

/** Where the kernel itself lies, sources or build. */
export const kernelFolder = dirname(import.meta.dirname);

/** A folder as it is written in the URLs of modules and in stacks, each with its end. */
export function writingsOf(folder: string): readonly [url: string, path: string] {
  const real = realpathSync(folder);
  return [`${pathToFileURL(real).href}/`, `${real}/`];
}

/** The plugin in whose folder, its own packages included, some of the code of a stack lies. */
export function pluginOfStack<P extends PluginFolder>(
  failure: unknown,
  plugins: readonly P[],
): P | undefined {
  const lines = stackOf(failure).split('\n');
  // The innermost line goes first, and the innermost folder where one lies in another.
  const byDepth = plugins.toSorted((a, b) => b.folder.length - a.folder.length);
  for (const line of lines) {
    if (isIn(line, kernelFolder)) continue;
    const owner = byDepth.find(({ folder }) => isIn(line, folder));
    if (owner) return owner;
  }
  return undefined;
}

/** Whether some of the code of a stack is the kernel's own. */
export const isOfKernel = (failure: unknown) =>
  stackOf(failure)
    .split('\n')
    .some((line) => isIn(line, kernelFolder));

const isIn = (line: string, folder: string) =>
  writingsOf(folder).some((writing) => line.includes(writing));

function stackOf(failure: unknown): string {
  try {
    const { stack } = failure as { stack?: unknown };
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}
