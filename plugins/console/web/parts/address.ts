import { useParams } from '@tanstack/react-router';

/** The path parameters of the current route. */
export const usePathParameters = (): Readonly<Record<string, string>> =>
  useParams({ strict: false });

/** Whether a URL parameter is one of the names. */
export const isNameIn = <Name extends string>(
  names: Readonly<Record<Name, unknown>>,
  value: unknown,
): value is Name => typeof value === 'string' && Object.hasOwn(names, value);

/** A URL parameter as text: the router parses numbers and booleans. */
export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
