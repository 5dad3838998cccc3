import { notFound, routesOver } from '@costplane/plugin-api';
import { namedObject, oneOf, text, timestamp, uuid } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { firstRow } from '../queries/only-row.ts';
import { selectNamespace } from '../queries/select-namespaces.ts';
import { selectDays, selectHours } from '../queries/select-namespace-trend.ts';
import { hourlyCost, nullableCount, nullableNumber } from '../resources/amounts.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { granularity, timeframeStart, timeframes } from '../timeframe.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { namespaceName, requiredClusterId, timeframe } from './parameters.ts';

const response = namedObject('LegacyNamespaceTrends', 'Usage and cost of a namespace over time.', {
  namespace_name: text('Name of the namespace.'),
  cluster_id: uuid('Id of the cluster.'),
  timeframe: oneOf(timeframes, { description: 'Length of the timeframe.' }),
  data_points: Type.Array(
    Type.Object({
      timestamp: timestamp('Start of the UTC hour or day; may be before the timeframe.'),
      cpu_usage: nullableNumber('Average CPU usage in cores; null without metrics.'),
      memory_usage_bytes: nullableCount('Average memory usage in bytes; null without metrics.'),
      hourly_cost: hourlyCost,
    }),
    {
      description:
        'In chronological order, hourly up to 7d and daily beyond. Buckets without data are left ' +
        'out; in others, time without metrics counts as no usage.',
    },
  ),
});

const selectPoints = { hour: selectHours, day: selectDays };

export const getNamespaceTrends = routesOver<LegacyRows>()({
  ...legacyRoute,
  cacheable: false,
  operationId: 'legacyGetNamespaceTrends',
  path: '/v1/namespaces/{namespace_name}/trends',
  summary: 'Get the usage and cost of a namespace over time (legacy)',
  description: 'A deleted namespace is returned while it has data in the timeframe.',
  scope: 'namespaces:read',
  params: { namespace_name: namespaceName },
  query: { cluster_id: requiredClusterId, timeframe: timeframe('7d') },
  response,
  errors: [...clusterErrors, 'NAMESPACE_NOT_FOUND'],

  async handler(context) {
    const { db, params, query, now, ledger } = context;
    const name = params.namespace_name;
    const scope = await readScope(context, query.cluster_id);
    const start = timeframeStart(query.timeframe, now);
    const select = selectPoints[granularity(query.timeframe)];
    const { rows } = await select(scope, name, start, now).execute(ledger);
    const isKnown = rows.length > 0 || (await firstRow(db, selectNamespace(scope, name)));
    if (!isKnown) throw notFound('NAMESPACE_NOT_FOUND', 'namespace_name');
    return {
      namespace_name: name,
      cluster_id: query.cluster_id,
      timeframe: query.timeframe,
      data_points: rows.map(({ cpu_usage: cores, ...point }) => ({
        ...point,
        cpu_usage: cores === null ? null : Number(cores),
      })),
    };
  },
});
