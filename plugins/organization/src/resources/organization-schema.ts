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
      'Cost per hour if what runs now keeps running, over the basis and the clusters whose cost is ' +
      'known; 0 without any.',
  }),
  partial: Type.Boolean({
    description:
      'True when a component that the basis names could not be produced, or the cost of a cluster is ' +
      'not known.',
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
        clusters: count('Clusters, stale and pending ones too.'),
        connected_clusters: count('Clusters that have reported within 180 seconds.'),
        nodes: count(),
        namespaces: count(),
        workloads: count(),
        pods: count(),
        containers: count(),
        persistent_volumes: count(),
        recommendations: count('Recommendations that are pending.'),
      }),
    }),
    cost: organizationCostSchema,
  }),
  'Sums over the clusters that the key may see. Use and its percentage are over the nodes that ' +
    'report use.',
);

export type Organization = Static<typeof organizationSchema>;
