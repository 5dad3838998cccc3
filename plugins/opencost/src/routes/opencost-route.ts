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

/** The same route at other paths that clients of OpenCost ask: those of Kubecost have /model before them. */
export const withAliases = (route: Route, ...paths: readonly Route['path'][]): readonly Route[] => [
  route,
  ...paths.map((path, index) => ({
    ...route,
    path,
    operationId: `${route.operationId}Alias${index + 1}`,
    ...(path.includes('/model/') && { undocumented: `the same as ${route.path}` }),
  })),
];
