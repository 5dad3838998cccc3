import { registerHooks } from 'node:module';

const isContract = (specifier: string) => /^@costplane\/plugin-api($|\/)/.test(specifier);
const isFallback = (specifier: string) => /^(kysely|typebox)($|\/)/.test(specifier);

/** Whether a module could not be imported because it, or one that it imports, does not exist. */
export const isNotFound = (error: unknown) =>
  ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

let isRegistered = false;
let importer: string | undefined;

/**
 * Makes every plugin import this host's copy of the contract, wherever it is installed, so that tokens are
 * shared. Kysely and TypeBox come from the host if a plugin has not installed them.
 */
export function resolveContractFromHost(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (importer !== undefined) return next(specifier, { ...context, parentURL: importer });
      if (context.parentURL === import.meta.url) return next(specifier, context);
      if (isContract(specifier)) return fromHost(specifier);
      try {
        return next(specifier, context);
      } catch (error) {
        if (isFallback(specifier) && isNotFound(error)) return fromHost(specifier);
        throw error;
      }
    },
  });
}

const hostUrls = new Map<string, string>();

/** Resolved here, and not by the next hook: `require` ignores the importer that it is given. */
function fromHost(specifier: string) {
  const url = hostUrls.get(specifier) ?? import.meta.resolve(specifier);
  hostUrls.set(specifier, url);
  return { url, shortCircuit: true };
}

/** The URL that an `import` of the specifier in another file would load. */
export function resolveImport(specifier: string, importingFile: string): string {
  resolveContractFromHost();
  importer = importingFile;
  try {
    return import.meta.resolve(specifier);
  } finally {
    importer = undefined;
  }
}
