import {
  bytes,
  costBlock,
  described,
  kind,
  moneySchema,
  namedObject,
  oneOf,
  referenceSchema,
  text,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

export const phases = ['Pending', 'Available', 'Bound', 'Released', 'Failed'] as const;
const pricingSources = ['price_book', 'default_rates', 'custom', 'unknown'] as const;

const metadata = Type.Object(
  {
    name: text('Name of the volume.'),
    cluster: described(referenceSchema, 'The cluster of the volume.'),
    storage_class: text('Name of the StorageClass; empty when it has none.'),
    phase: text('Pending, Available, Bound, Released or Failed; empty when not reported.'),
    claim: Type.Optional(
      Type.Object(
        { namespace: text('Namespace of the claim.'), name: text('Name of the claim.') },
        { description: 'The PersistentVolumeClaim bound to it; absent when there is none.' },
      ),
    ),
    workload: Type.Optional(
      Type.Object(
        {
          uid: uuid('Kubernetes uid of the workload.'),
          kind: text('Kind of the workload.'),
          name: text('Name of the workload.'),
        },
        { description: 'The StatefulSet to which the claim belongs; absent for other claims.' },
      ),
    ),
    created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes; absent when unknown.')),
    last_seen_at: timestamp('Time of the newest report that includes it.'),
  },
  { description: 'Name, class, claim and phase.' },
);

const recommendation = Type.Object(
  {
    recommendation_type: oneOf(['orphaned_volume'], { description: 'Type of the recommendation.' }),
    title: text('The change, as a short title.'),
    description: text('The change, in one sentence.'),
    savings: Type.Object(
      {
        estimated_hourly: Type.Optional(
          described(moneySchema, 'What deleting it saves per hour; absent when unknown.'),
        ),
      },
      { description: 'Savings of the change.' },
    ),
  },
  { description: 'Recommended action. `GET /v1/recommendations` does not list it.' },
);

const unclaimed = Type.Object(
  {
    since: timestamp('Time of the first report in which it had no claim.'),
    cost: Type.Optional(
      described(
        moneySchema,
        'Its cost from then to `last_seen_at`, at the current price; absent when unknown.',
      ),
    ),
    recommendation,
  },
  { description: 'Details of the time without a claim; absent while a claim is bound to it.' },
);

const cost = costBlock('PersistentVolumeCost', {
  pricing_source: oneOf(pricingSources, { description: 'Source of the price.' }),
});

/** PersistentVolume: an addition to the contract. */
export const volumeSchema = namedObject('PersistentVolume', 'A persistent volume of a cluster.', {
  id: uuid('Derived from cluster and name, because agents report no uid of a volume.'),
  kind: kind('PersistentVolume'),
  metadata,
  capacity: Type.Object(
    { total_bytes: bytes('Size in bytes.') },
    { description: 'Capacity. Agents do not report how much of it is used.' },
  ),
  cost,
  unclaimed: Type.Optional(unclaimed),
});

export type Volume = Static<typeof volumeSchema>;
