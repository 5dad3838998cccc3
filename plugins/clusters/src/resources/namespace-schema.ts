import {
  bytes,
  cores,
  count,
  cpuRequestUtilizationSchema,
  directCostSchema,
  memoryRequestUtilizationSchema,
  moneySchema,
  named,
  oneOf,
  referenceSchema,
  textMap,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const metadata = Type.Object({
  name: Type.String(),
  cluster: referenceSchema,
  uid_k8s: Type.Optional(uuid('Kubernetes uid.')),
  labels: textMap('Kubernetes labels.'),
  team: Type.Optional(referenceSchema),
  department: Type.Optional(referenceSchema),
  created_at_k8s: Type.Optional(timestamp()),
  last_seen_at: timestamp('Time of the newest report that includes it.'),
});

const capacity = Type.Object({
  cpu: Type.Optional(Type.Object({ quota_cores: cores("Quota of its pods' requests.") })),
  memory: Type.Optional(Type.Object({ quota_bytes: bytes("Quota of its pods' requests.") })),
});

const counts = Type.Object({
  workloads: count(),
  deployments: count(),
  statefulsets: count(),
  daemonsets: count(),
  jobs: count('Jobs that are not owned by a CronJob.'),
  cronjobs: count(),
  pods: count('Pods that Kubernetes lists, including finished ones.'),
  running_pods: count(),
  containers: count(),
  persistent_volumes: count(),
});

const properties = {
  id: uuid("UUIDv5 of the namespace's name, with the cluster id as the UUID namespace."),
  kind: oneOf(['Namespace']),
  metadata,
  capacity: Type.Optional(capacity),
  utilization: Type.Object({
    cpu: cpuRequestUtilizationSchema,
    memory: memoryRequestUtilizationSchema,
    counts,
  }),
  cost: directCostSchema,
};

/** Namespace (contract, "Namespace"), as the lists show it. */
export const namespaceSchema = named('Namespace', Type.Object(properties));
export type Namespace = Static<typeof namespaceSchema>;

const topWorkloadSchema = named(
  'NamespaceTopWorkload',
  Type.Object({
    id: uuid(),
    kind: oneOf(['Workload']),
    name: Type.String(),
    cost: Type.Object({ current_run_rate_hourly: Type.Optional(moneySchema) }),
  }),
);
export type TopWorkload = Static<typeof topWorkloadSchema>;

/** Namespace, as the detail endpoint shows it. */
export const namespaceDetailSchema = named(
  'NamespaceDetail',
  Type.Object({ ...properties, workloads_top_5: Type.Array(topWorkloadSchema, { maxItems: 5 }) }),
);
