import { moneySchema, named, oneOf, timestamp, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { granularities, trendTypes } from '../trend/trend-request.ts';

const scopes = ['cluster', 'namespace', 'workload', 'node-group', 'organization'] as const;

const scopeReference = Type.Object(
  {
    cluster_id: uuid(),
    namespace: Type.Optional(Type.String({ description: 'Its name; of the scope `namespace`.' })),
    workload_uid: Type.Optional(uuid('Of the scope `workload`.')),
    node_group: Type.Optional(Type.String({ description: 'Its name; of the scope `node-group`.' })),
  },
  { description: 'Whose trend it is; absent for the scope `organization`.' },
);

const point = Type.Object({
  bucket_start: timestamp(
    'Start of the hour, day, ISO week or month by UTC. The first may lie before `start`.',
  ),
  total_cost: moneySchema,
});

/** What was spent over time (contract, "CostTrend"). */
export const costTrendSchema = named(
  'CostTrend',
  Type.Object({
    kind: oneOf(['CostTrend']),
    scope: oneOf(scopes),
    scope_ref: Type.Optional(scopeReference),
    start: timestamp('The start of the window, at a whole hour.'),
    end: timestamp('The end of the window, at a whole hour; not in it.'),
    granularity: oneOf(granularities, { description: 'The size of the buckets.' }),
    type: oneOf(trendTypes, {
      description:
        '`run_rate`: cost per month of 730 hours at the pace of the bucket; `breakdown`: what the ' +
        'bucket has cost.',
    }),
    points: Type.Array(point, {
      description:
        'In order. A bucket without data, or without a known price, is left out. Of a bucket that ' +
        'the window cuts, only what lies in the window.',
    }),
    excluded_cluster_ids: Type.Optional(
      Type.Array(uuid(), {
        description:
          'Of the scope `organization` only: the clusters that the key may not see and that are ' +
          'not in the figures.',
      }),
    ),
  }),
);

export type CostTrend = Static<typeof costTrendSchema>;
