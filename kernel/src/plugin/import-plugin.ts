import { pathToFileURL } from 'node:url';
import { describeThrown } from '../errors/describe-thrown.ts';

/** Rejects when something that a plugin does at start takes too long: it may never end. */
export async function inTime<T>(work: Promise<T>, seconds: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // A timer that keeps the process: without it Node.js would end at an import that never settles.
  const timer = setTimeout(() => {
    reject(new Error(`it does not end within ${seconds} seconds`));
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

/** Why a module could not be imported. Of a syntax error Node.js does not tell where it is. */
export const describeImportFailure = (failure: unknown): string =>
  failure instanceof SyntaxError
    ? `it does not parse: ${describeThrown(failure)}`
    : describeThrown(failure);
