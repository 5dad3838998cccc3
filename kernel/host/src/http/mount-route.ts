import { type Container, type Plugin, type Route, standardEnvelope } from '@costplane/plugin-api';
import { compileReaders, type ParameterReader } from '../parameters/read-parameters.ts';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { compileBody } from '../schema-validation/check-body.ts';
import { chooseMetaParts } from './meta-parts.ts';
import { compileSerializer } from './compile-serializer.ts';

/** Default deadline; for a file until it begins, so that a silent ledger is reported within a minute. */
const ofStreamsSeconds = 55;
const ofOthersSeconds = 30;

/** A route with everything that is prepared once, at start. */
export type MountedRoute = ReturnType<typeof mountRoute>;

/**
 * Prepares a route once: readers of its parameters, body check, serializer of its schema.
 *
 * @param checkEvery one in so many responses is checked against its schema
 */
export function mountRoute(route: Route, plugin: Plugin, container: Container, checkEvery: number) {
  const params = route.params ?? {};
  const envelope = route.envelope ?? standardEnvelope;
  return {
    definition: route,
    pluginId: plugin.id,
    /** Whether the response may depend on the history. */
    hasHistory: plugin.ledgerTables !== undefined,
    /** The container of the route's plugin. */
    container,
    pathReaders: compileReaders(params),
    queryReaders: compileReaders(route.query ?? {}),
    standardReaders: new Map([...compileReaders(standardQuery(route)), ...rejectedCostMode(route)]),
    ignoredQuery: ignoredQuery(route),
    checkBody: route.body === undefined ? undefined : compileBody(route.body),
    deadlineSeconds: route.deadlineSeconds ?? (route.stream ? ofStreamsSeconds : ofOthersSeconds),
    pathCluster: Object.entries(params).find(([, { isPathCluster }]) => isPathCluster)?.[0],
    uses: route.uses ?? {},
    serialize:
      route.response === undefined
        ? JSON.stringify
        : compileSerializer(envelope.schema(route.response, chooseMetaParts(route)), checkEvery),
    serializeOther: new Map(
      Object.entries(route.otherResponses ?? {}).map(([status, { schema }]) => [
        Number(status),
        compileSerializer(schema, checkEvery),
      ]),
    ),
  };
}

const ignoredQuery = ({ ignoredQuery: own = [], costMode }: Route): ReadonlySet<string> =>
  new Set(costMode?.rule === 'ignores' ? [...own, 'cost_mode'] : own);

/** `cost_mode` on routes that reject it: 422 for any value (contract, "cost_mode rules"). */
function rejectedCostMode(route: Route): [string, ParameterReader][] {
  if (route.costMode?.rule !== 'rejects') return [];
  const violation = {
    code: 'INVALID_COST_MODE',
    detail: { field: 'cost_mode', reason: 'not_supported_on_this_endpoint' },
  } as const;
  return [['cost_mode', (texts) => (texts.length === 0 ? { value: undefined } : { violation })]];
}
