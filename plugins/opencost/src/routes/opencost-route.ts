import { type Route } from '@costplane/plugin-api';
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
  aliases: readonly Pick<Route, 'path'>[],
): readonly Route[] => [
  route,
  ...aliases.map((alias, index) => ({
    ...route,
    ...alias,
    operationId: `${route.operationId}Alias${index + 1}`,
    ...(alias.path.includes('/model/') && { undocumented: `the same as ${route.path}` }),
  })),
];
