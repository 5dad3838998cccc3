import { type Route } from '@costplane/plugin-api';
import { type Prefix } from '../config.ts';
import { opencostEnvelope } from '../envelope.ts';

export const tag = 'OpenCost';

/** What every route of the family has. */
export const opencostRoute = {
  method: 'get',
  tag,
  overridable: true,
  scope: 'cost_explorer:read',
  acceptsBasic: true,
  envelope: opencostEnvelope,
} as const;

/** Errors of a route that reads the history. */
export const historyErrors = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const;

/** The same route at other paths that clients of OpenCost and Kubecost ask. */
export const withAliases = (
  route: Route,
  prefix: Prefix,
  aliases: readonly `/${string}`[],
): readonly Route[] => [
  route,
  ...aliases.map((path, index) => ({
    ...route,
    path: `${prefix}${path}` as const,
    operationId: `${route.operationId}Alias${index + 1}`,
    ...(path.startsWith('/model/') && { undocumented: `the same as ${route.path}` }),
  })),
];
