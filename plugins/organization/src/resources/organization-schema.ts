import {
  costBlock,
  count,
  cpuCapacitySchema,
  cpuUtilizationSchema,
  gpuCapacitySchema,
  memoryCapacitySchema,
  memoryUtilizationSchema,
  type Money,
  moneySchema,
  named,
  oneOf,
  storageCapacitySchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const organizationCostSchema = costBlock('OrganizationCost', {
  current_run_rate_hourly: Type.Unsafe<Money>({
    ...moneySchema,
    description:
      'Cost per hour if everything that runs now keeps running, for the selected basis, over ' +
      'the clusters whose cost is known; 0 when there are none.',
  }),
  partial: Type.Boolean({
    description:
      'True when a component of the selected basis could not be computed, or the cost of a ' +
      'cluster is unknown.',
  }),
});

/** Organization (contract, "Organization"). */
export const organizationSchema = named(
  'Organization',
  Type.Object({
    id: uuid(),
    kind: oneOf(['Organization']),
    metadata: Type.Object({
      name: Type.String(),
      domain: Type.String(),
      plan_type: Type.String(),
      is_active: Type.Boolean(),
      created_at: timestamp(),
    }),
    capacity: Type.Object({
      cpu: cpuCapacitySchema,
      memory: memoryCapacitySchema,
      gpu: gpuCapacitySchema,
      storage: storageCapacitySchema,
    }),
    utilization: Type.Object({
      cpu: cpuUtilizationSchema,
      memory: memoryUtilizationSchema,
      counts: Type.Object({
        clusters: count('Clusters, including stale and pending ones.'),
        connected_clusters: count('Clusters that reported within the last 180 seconds.'),
        nodes: count(),
        namespaces: count(),
        workloads: count(),
        pods: count(),
        containers: count(),
        persistent_volumes: count(),
        recommendations: count('Pending recommendations.'),
      }),
    }),
    cost: organizationCostSchema,
  }),
  'Sums over the clusters that the key may read. Usage and utilization cover the nodes that ' +
    'report usage.',
);

export type Organization = Static<typeof organizationSchema>;
