import { registerHooks } from 'node:module';

const belongsTo = (specifier: string, name: string) =>
  specifier === name || specifier.startsWith(`${name}/`);

const isKernel = (specifier: string) => belongsTo(specifier, '@costplane/plugin-api');

const isLent = (specifier: string) =>
  belongsTo(specifier, 'kysely') || belongsTo(specifier, 'typebox');

/** Whether a module could not be imported since it, or one that it imports, is not there. */
export const isNotFound = (error: unknown) =>
  ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** An entry point that a plugin imports, and a later or an earlier kernel may have. */
export class KernelLacks extends Error {
  override readonly name = 'KernelLacks';
  readonly needed: string;

  constructor(needed: string, cause: unknown) {
    super(`it needs ${needed}, which this kernel does not have`, { cause });
    this.needed = needed;
  }
}

let areHooksRegistered = false;
let importer: string | undefined;

/**
 * Makes every plugin, wherever it lies and whatever it has installed, import this host's kernel:
 * two kernels in one process would not know each other's tokens. Kysely and TypeBox are lent to a
 * plugin that has not installed them itself.
 */
export function lendKernelToPlugins(): void {
  if (areHooksRegistered) return;
  areHooksRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (importer !== undefined) return next(specifier, { ...context, parentURL: importer });
      if (context.parentURL === import.meta.url) return next(specifier, context);
      if (isKernel(specifier)) return kernelFromHost(specifier);
      try {
        return next(specifier, context);
      } catch (error) {
        if (isLent(specifier) && isNotFound(error)) return fromHost(specifier);
        throw error;
      }
    },
  });
}

/** Resolved here, and not by the next hook: `require` does not look at the importer that it is given. */
const fromHost = (specifier: string) => ({
  url: import.meta.resolve(specifier),
  shortCircuit: true,
});

function kernelFromHost(specifier: string) {
  try {
    return fromHost(specifier);
  } catch (error) {
    throw new KernelLacks(specifier, error);
  }
}

/** The URL that an `import` of the specifier in another file would load. */
export function resolveImport(specifier: string, importingFile: string): string {
  lendKernelToPlugins();
  importer = importingFile;
  try {
    return import.meta.resolve(specifier);
  } finally {
    importer = undefined;
  }
}
