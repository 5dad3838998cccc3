import { type Route } from '@costplane/plugin-api';

/** Two paths that differ only in the names of their parameters are one path. */
export const pathClaimOf = ({ method, path }: Route): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
