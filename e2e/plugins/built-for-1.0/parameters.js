import {
  booleanParameter,
  clusterName,
  csv,
  dateParameter,
  decimalParameter,
  defineRoute,
  enumParameter,
  ignoresCostMode,
  integerParameter,
  notFound,
  open,
  optional,
  pathCluster,
  pathName,
  requireAllowed,
  routesOver,
  textParameter,
  uuidParameter,
  withDefault,
} from '@costplane/kernel';
import { oneOf, referenceSchema } from '@costplane/kernel/schema';
import { Type } from 'typebox';

const echoed = Type.Record(Type.String(), Type.Unknown());

/** Every kind of parameter, as a handler gets it. */
export const echoParameters = defineRoute({
  operationId: 'echoOlderParameters',
  method: 'get',
  path: '/older/echo/{name}',
  tag: 'Older',
  summary: 'Echo parameters',
  scope: open('It tells what it is told.'),
  params: { name: pathName('A name.', { mayHoldSlash: true, maxLength: 100 }) },
  query: {
    text: optional(textParameter('Text.', { code: 'VALIDATION_ERROR', maxLength: 10 })),
    id: optional(uuidParameter('An id.')),
    color: optional(enumParameter(['red', 'blue'], 'A color.')),
    colors: csv(enumParameter(['red', 'blue'], 'Colors.')),
    whole: withDefault(integerParameter({ minimum: 1, maximum: 9 }, 'A whole number.'), 5),
    day: optional(dateParameter('A day.', { code: 'BAD_REQUEST', missingCode: 'BAD_REQUEST' })),
    flag: withDefault(booleanParameter('A flag.'), false),
    amount: optional(decimalParameter('An amount.')),
  },
  costMode: ignoresCostMode,
  ignoredQuery: ['cache_buster'],
  refuse: ({ query }) =>
    query.color === 'red' && query.flag ? [{ field: 'flag', reason: 'not_with_red' }] : [],
  response: echoed,
  handler: ({ params, query, requestId, now, signal }) => ({
    ...params,
    ...query,
    isWhole: requestId.length > 0 && now instanceof Date && !signal.aborted,
  }),
});

/** The path cluster, the tables, and an error of the contract. */
export const getClusterName = routesOver()({
  operationId: 'getOlderNamespace',
  method: 'get',
  path: '/older/clusters/{cluster_id}/namespaces/{namespace}',
  tag: 'Older',
  summary: 'Get a namespace',
  scope: 'clusters:read',
  params: { cluster_id: pathCluster(), namespace: pathName('The namespace.') },
  response: Type.Object({ cluster: referenceSchema, namespace: Type.String() }),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handler({ db, organization, allowedClusters, params }) {
    requireAllowed(params.cluster_id, allowedClusters);
    const row = await db
      .selectFrom('namespaces')
      .where('organization_id', '=', organization.id)
      .where('cluster_id', '=', params.cluster_id)
      .where('name', '=', params.namespace)
      .select(['name', clusterName('namespaces')])
      .executeTakeFirst();
    if (row === undefined) throw notFound('NAMESPACE_NOT_FOUND', 'namespace');
    return { cluster: { id: params.cluster_id, name: row.cluster_name }, namespace: row.name };
  },
});

/** A body. */
export const readBody = defineRoute({
  operationId: 'readOlderBody',
  method: 'post',
  path: '/older/bodies',
  tag: 'Older',
  summary: 'Read a body',
  scope: 'older:read',
  body: Type.Object({ side: oneOf(['left', 'right']) }, { additionalProperties: false }),
  response: Type.Object({ side: Type.String() }),
  handler: ({ body }) => ({ side: body.side }),
});
