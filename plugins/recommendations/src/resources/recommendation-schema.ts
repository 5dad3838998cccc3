import {
  count,
  described,
  kind,
  moneySchema,
  named,
  namedObject,
  oneOf,
  referenceSchema,
  text,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** The only type that the API shows; others are internal to the engine. */
export const exposedType = 'workload_rightsizing';
export const statuses = ['pending', 'applied', 'dismissed', 'archived'] as const;
/** Statuses of changes that are not applied: the default filter of the list. */
export const unappliedStatuses: readonly Status[] = ['pending', 'dismissed'];
/** Levels of risk, and of priority. */
export const levels = ['low', 'medium', 'high'] as const;
export const resourceTypes = ['Deployment', 'StatefulSet', 'DaemonSet', 'Pod', 'Node'] as const;

export type Status = (typeof statuses)[number];

/** JSON that is passed on to the client unchanged; fields may be added at any time. */
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

const metadata = Type.Object(
  {
    recommendation_type: oneOf([exposedType], { description: 'Type of the recommendation.' }),
    resource_type: oneOf(resourceTypes, { description: 'Kind of the resource to change.' }),
    resource_name: text('Name of the resource.'),
    resource_uid: Type.String({ description: 'Kubernetes uid of the resource.' }),
    namespace: Type.String({ description: 'Namespace of the resource; empty for a node.' }),
    cluster: described(referenceSchema, 'The cluster of the resource.'),
    title: text('The change, as a short title.'),
    description: text('The change, in one sentence.'),
    cause: text('Reason for the change, based on observed data.'),
    risk_level: oneOf(levels, {
      description:
        'Risk of the change; never `low` when a value is lowered below an observed peak.',
    }),
    priority: oneOf(levels, {
      description:
        'By monthly saving (730 hours): `high` from 50, `medium` from 10, otherwise `low`.',
    }),
    status: oneOf(statuses, { description: 'Status of the recommendation.' }),
    data_points_analyzed: count('One-minute samples in the analysis window.'),
    created_at: timestamp('Time of creation.'),
    updated_at: timestamp('Time of the last change.'),
  },
  { description: 'Resource, reason, risk and status.' },
);

const current = Type.Object(
  {
    config: openObject(`Current configuration; ${configShape}`),
    hourly_cost: Type.Optional(
      described(moneySchema, 'Current cost per hour; absent when unknown.'),
    ),
  },
  { description: 'The resource as it is now.' },
);

const recommended = Type.Object(
  { config: openObject(`Recommended configuration; ${configShape}`) },
  { description: 'The resource after the change.' },
);

const applied = Type.Object(
  {
    config: openObject(
      'Applied configuration, which may differ from the recommended one; `{}` while the status ' +
        'is pending or dismissed. Fields may be added.',
    ),
  },
  { description: 'The resource as it was changed.' },
);

const savings = Type.Object(
  {
    estimated_hourly: described(
      moneySchema,
      'Saving per hour; negative when the change raises the cost.',
    ),
  },
  { description: 'Savings of the change.' },
);

const blocks = {
  id: uuid('Id of the recommendation.'),
  kind: kind('Recommendation'),
  metadata,
  current,
  recommended,
  applied,
  savings,
};

/** Recommendation (contract, "Recommendation"). */
export const recommendationSchema = named(
  'Recommendation',
  Type.Object(blocks),
  'A proposed change of a resource, and its saving.',
);

/** A recommendation with the data that it is based on, which lists omit. */
export const recommendationDetailSchema = namedObject(
  'RecommendationDetail',
  'A recommendation with the data that it is based on.',
  {
    ...blocks,
    metrics_snapshot: openObject(
      'Data that the recommendation is based on: `window{start_at, end_at, samples}`, replica ' +
        'averages, `restarts_total`, `oom_kills_total`, and in `containers[]` for `cpu` (cores) ' +
        'and `memory` (bytes): `request` and `limit`, `recommended_request` and ' +
        '`recommended_limit`; the percentiles `p50`, `p90`, `p95` and `p99`, each rounded up to ' +
        'the end of a histogram bucket, by at most 5% (or 0.01 cores, 10 MB); the exact `max` ' +
        'with its minute `max_at`; and `daily_peaks[]{max, max_at}`. Fields may be added.',
    ),
  },
);

export type Recommendation = Static<typeof recommendationSchema>;
export type RecommendationDetail = Static<typeof recommendationDetailSchema>;
