import { useParams } from '@tanstack/react-router';

/** The variable parts of the path, by their names in its route. */
export const usePathParameters = (): Readonly<Record<string, string>> =>
  useParams({ strict: false });

/** A value of the address as text: the router has read what looks like a number as one. */
export const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
