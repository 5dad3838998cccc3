import {
  described,
  kind,
  moneySchema,
  namedObject,
  oneOf,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { granularities, trendTypes } from '../trend/trend-request.ts';

const scopes = ['cluster', 'namespace', 'workload', 'node-group', 'organization'] as const;

const scopeReference = Type.Object(
  {
    cluster_id: uuid('Id of the cluster.'),
    namespace: Type.Optional(
      Type.String({ description: 'Name of the namespace; present for the scope `namespace`.' }),
    ),
    workload_uid: Type.Optional(uuid('Present for the scope `workload`.')),
    node_group: Type.Optional(
      Type.String({ description: 'Name of the node group; present for the scope `node-group`.' }),
    ),
  },
  { description: 'The resource that the trend belongs to; absent for the scope `organization`.' },
);

const point = Type.Object({
  bucket_start: timestamp(
    'Start of the hour, day, ISO week or month (UTC). The first may be before `start`.',
  ),
  total_cost: described(moneySchema, 'Cost of the bucket, or its rate per month; see `type`.'),
});

/** Cost over time (contract, "CostTrend"). */
export const costTrendSchema = namedObject('CostTrend', 'Cost over time.', {
  kind: kind('CostTrend'),
  scope: oneOf(scopes, { description: 'Kind of the resource that the trend belongs to.' }),
  scope_ref: Type.Optional(scopeReference),
  start: timestamp('Start of the window, rounded down to the hour.'),
  end: timestamp('End of the window (exclusive), rounded up to the hour.'),
  granularity: oneOf(granularities, { description: 'Size of the buckets.' }),
  type: oneOf(trendTypes, {
    description:
      '`run_rate`: cost per month of 730 hours at the rate of the bucket; `breakdown`: cost ' +
      'of the bucket.',
  }),
  points: Type.Array(point, {
    description:
      'In chronological order. Buckets without data or without a known price are left out. ' +
      'The first and last bucket include only cost within the window. By default, hours are kept for 13 ' +
      'months: of older time, points by hour and the partial days at the edges of the window are missing.',
  }),
  archived_months: Type.Optional(
    Type.Array(Type.String({ pattern: '^\\d{4}-\\d{2}$' }), {
      description:
        'Months of the window whose history was moved to an archive, which the points exclude; ' +
        'absent where there are none.',
    }),
  ),
  excluded_cluster_ids: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      description:
        'For the scope `organization` only: clusters that the key may not read, which the ' +
        'figures exclude.',
    }),
  ),
});

export type CostTrend = Static<typeof costTrendSchema>;
