import {
  bytes,
  cores,
  cpuRequestUtilizationSchema,
  described,
  directCostSchema,
  kind,
  memoryRequestUtilizationSchema,
  moneySchema,
  namedObject,
  referenceSchema,
  text,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { namespaceCounts } from '../counts.ts';

const optionalReference = (description: string) =>
  Type.Optional(described(referenceSchema, description));

const metadata = Type.Object(
  {
    name: text('Name of the namespace.'),
    cluster: described(referenceSchema, 'The cluster of the namespace.'),
    uid_k8s: Type.Optional(uuid('Kubernetes uid.')),
    labels: textMap('Kubernetes labels.'),
    team: optionalReference('Team with the largest share; absent when no team owns it.'),
    department: optionalReference(
      'Department of its team; without a team, its own; absent without either.',
    ),
    created_at_k8s: Type.Optional(timestamp('Creation time in Kubernetes; absent when unknown.')),
    last_seen_at: timestamp('Time of the newest report that includes it.'),
  },
  { description: 'Name, labels and owner.' },
);

const capacity = Type.Object(
  {
    cpu: Type.Optional(
      Type.Object(
        { quota_cores: cores("Quota of its pods' CPU requests, in cores.") },
        { description: 'CPU in cores; absent without a quota.' },
      ),
    ),
    memory: Type.Optional(
      Type.Object(
        { quota_bytes: bytes("Quota of its pods' memory requests, in bytes.") },
        { description: 'Memory in bytes; absent without a quota.' },
      ),
    ),
  },
  { description: 'Quotas of the namespace.' },
);

/** Namespace (contract, "Namespace"), as the lists return it. */
export const namespaceSchema = namedObject('Namespace', 'A namespace of a cluster.', {
  id: uuid("UUIDv5 of the namespace's name, with the cluster id as the UUID namespace."),
  kind: kind('Namespace'),
  metadata,
  capacity: Type.Optional(capacity),
  utilization: Type.Object(
    {
      cpu: cpuRequestUtilizationSchema,
      memory: memoryRequestUtilizationSchema,
      counts: Type.Object(namespaceCounts, { description: 'Number of objects of each kind.' }),
    },
    { description: 'Requests, usage and counts.' },
  ),
  cost: directCostSchema,
});
export type Namespace = Static<typeof namespaceSchema>;

const topWorkloadSchema = namedObject(
  'NamespaceTopWorkload',
  'One of the most expensive workloads of a namespace.',
  {
    id: uuid('Kubernetes uid of the workload.'),
    kind: kind('Workload'),
    name: text('Name of the workload.'),
    cost: Type.Object(
      {
        current_run_rate_hourly: Type.Optional(
          described(moneySchema, 'Cost per hour if what runs now keeps running.'),
        ),
      },
      { description: 'Cost of the workload.' },
    ),
  },
);

/** Namespace, as the detail endpoint returns it. */
export const namespaceDetailSchema = namedObject(
  'NamespaceDetail',
  'A namespace of a cluster, with its most expensive workloads.',
  {
    ...namespaceSchema.properties,
    workloads_top_5: Type.Array(topWorkloadSchema, {
      maxItems: 5,
      description: 'The workloads with the highest run rate, highest first.',
    }),
  },
);
