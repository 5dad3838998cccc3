import {
  count,
  moneySchema,
  named,
  oneOf,
  referenceSchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** The one type that the API shows; others stay inside the engine. */
export const exposedType = 'workload_rightsizing';
export const statuses = ['pending', 'applied', 'dismissed', 'archived'] as const;
/** Of those that nobody has applied: what a list shows unless asked, and without applied config. */
export const unappliedStatuses: readonly Status[] = ['pending', 'dismissed'];
/** Of the risk as well as of the priority. */
export const levels = ['low', 'medium', 'high'] as const;
export const resourceTypes = ['Deployment', 'StatefulSet', 'DaemonSet', 'Pod', 'Node'] as const;

export type Status = (typeof statuses)[number];

/** JSON that reaches the client as it is; fields may be added at any time. */
const openObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
  });

const configShape =
  'for `workload_rightsizing`, ' +
  '`{containers: [{name, requests{cpu, memory}, limits{cpu, memory}}]}` in Kubernetes ' +
  'quantities. Fields may be added.';

const metadata = Type.Object({
  recommendation_type: oneOf([exposedType]),
  resource_type: oneOf(resourceTypes),
  resource_name: Type.String(),
  resource_uid: Type.String({ description: 'Kubernetes uid of the resource.' }),
  namespace: Type.String({ description: 'Empty for a node.' }),
  cluster: referenceSchema,
  title: Type.String(),
  description: Type.String(),
  cause: Type.String(),
  risk_level: oneOf(levels, {
    description: 'Risk of the change; never `low` when a value is lowered below an observed peak.',
  }),
  priority: oneOf(levels, {
    description:
      'By the saving in a month of 730 hours: `high` from 50, `medium` from 10, otherwise `low`.',
  }),
  status: oneOf(statuses),
  data_points_analyzed: count('One-minute samples in the analysis window.'),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const current = Type.Object({
  config: openObject(`Current configuration; ${configShape}`),
  hourly_cost: Type.Optional(moneySchema),
});

const recommended = Type.Object({
  config: openObject(`Recommended configuration; ${configShape}`),
});

const applied = Type.Object({
  config: openObject(
    'Applied configuration, which may differ from the recommended one; `{}` while the status ' +
      'is pending or dismissed. Fields may be added.',
  ),
});

const savings = Type.Object({ estimated_hourly: moneySchema });

const blocks = {
  id: uuid(),
  kind: oneOf(['Recommendation']),
  metadata,
  current,
  recommended,
  applied,
  savings,
};

/** Recommendation (contract, "Recommendation"). */
export const recommendationSchema = named('Recommendation', Type.Object(blocks));

/** A recommendation with what the analysis saw, which lists leave out. */
export const recommendationDetailSchema = named(
  'RecommendationDetail',
  Type.Object({
    ...blocks,
    metrics_snapshot: openObject(
      'Data that the recommendation is based on: `window{start_at, end_at, samples}`, replica ' +
        'averages, `restarts_total`, `oom_kills_total`, and in `containers[]` for `cpu` (cores) ' +
        'and `memory` (bytes): `request` and `limit`, `recommended_request` and ' +
        '`recommended_limit`; the percentiles `p50`, `p90`, `p95` and `p99`, each rounded up to ' +
        'the end of a histogram bucket, by at most 5% (or 0.01 cores, 10 MB); the exact `max` ' +
        'with its minute `max_at`; and `daily_peaks[]{max, max_at}`. Fields may be added.',
    ),
  }),
);

export type Recommendation = Static<typeof recommendationSchema>;
export type RecommendationDetail = Static<typeof recommendationDetailSchema>;
