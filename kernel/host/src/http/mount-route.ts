import { type Container, type Route, standardEnvelope } from '@costplane/plugin-api';
import { compileReaders, type ParameterReader } from '../parameters/read-parameters.ts';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { compileBody } from '../schema-validation/check-body.ts';
import { chooseDeadlineSeconds } from './deadline-seconds.ts';
import { chooseMetaParts } from './meta-parts.ts';
import { type MountedRoute } from './mounted-route.ts';
import { compileSerializer } from './compile-serializer.ts';

/** Prepares a route once: readers of its parameters, body check, serializer of its schema. */
export function mountRoute(route: Route, pluginId: string, container: Container): MountedRoute {
  const params = route.params ?? {};
  const query = { ...(route.query ?? {}), ...standardQuery(route) };
  const envelope = route.envelope ?? standardEnvelope;
  return {
    definition: route,
    pluginId,
    container,
    pathReaders: compileReaders(params),
    queryReaders: [...compileReaders(query), ...rejectedCostMode(route)],
    ignoredQuery: ignoredQuery(route),
    checkBody: route.body === undefined ? undefined : compileBody(route.body),
    deadlineSeconds: chooseDeadlineSeconds(route),
    pathCluster: Object.entries(params).find(([, { isPathCluster }]) => isPathCluster)?.[0],
    uses: route.uses ?? {},
    serialize:
      route.response === undefined
        ? JSON.stringify
        : compileSerializer(envelope.schema(route.response, chooseMetaParts(route))),
    serializeOther: new Map(
      Object.entries(route.otherResponses ?? {}).map(([status, { schema }]) => [
        Number(status),
        compileSerializer(schema),
      ]),
    ),
  };
}

const ignoredQuery = ({ ignoredQuery: own = [], costMode }: Route): ReadonlySet<string> =>
  new Set(costMode?.rule === 'ignores' ? [...own, 'cost_mode'] : own);

/** `cost_mode` where it is rejected: 422 whatever its value (contract, "cost_mode rules"). */
function rejectedCostMode(route: Route): [string, ParameterReader][] {
  if (route.costMode?.rule !== 'rejects') return [];
  const violation = {
    code: 'INVALID_COST_MODE',
    detail: { field: 'cost_mode', reason: 'not_supported_on_this_endpoint' },
  } as const;
  return [['cost_mode', (texts) => (texts.length === 0 ? { value: undefined } : { violation })]];
}
