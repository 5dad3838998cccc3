import { useParams } from '@tanstack/react-router';

/** The path parameters of the current route. */
export const usePathParameters = (): Readonly<Record<string, string>> =>
  useParams({ strict: false });

/** A URL parameter as text: the router parses numbers and booleans. */
export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
