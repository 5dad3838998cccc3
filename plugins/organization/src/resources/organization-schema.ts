import {
  costBlock,
  count,
  cpuCapacitySchema,
  cpuUtilizationSchema,
  described,
  gpuCapacitySchema,
  kind,
  memoryCapacitySchema,
  memoryUtilizationSchema,
  moneySchema,
  namedObject,
  storageCapacitySchema,
  text,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const organizationCostSchema = costBlock('OrganizationCost', {
  current_run_rate_hourly: described(
    moneySchema,
    'Cost per hour if everything that runs now keeps running, for the selected basis, over ' +
      'the clusters whose cost is known; 0 when there are none.',
  ),
  partial: Type.Boolean({
    description:
      'True when a component of the selected basis could not be computed, or the cost of a ' +
      'cluster is unknown.',
  }),
});

const metadata = Type.Object(
  {
    name: text('Name of the organization.'),
    domain: text('Domain of the organization; empty when none is set.'),
    plan_type: text('Plan of the organization; empty when none is set.'),
    is_active: Type.Boolean({ description: 'False while the organization is suspended.' }),
    created_at: timestamp('Time of creation.'),
  },
  { description: 'Name and state.' },
);

const capacity = Type.Object(
  {
    cpu: cpuCapacitySchema,
    memory: memoryCapacitySchema,
    gpu: gpuCapacitySchema,
    storage: storageCapacitySchema,
  },
  { description: 'Capacity of the nodes and volumes.' },
);

const counts = Type.Object(
  {
    clusters: count('Clusters, including stale and pending ones, without disconnected ones.'),
    connected_clusters: count('Clusters that reported within the last 180 seconds.'),
    nodes: count('Nodes.'),
    namespaces: count('Namespaces.'),
    workloads: count('Workloads.'),
    pods: count('Pods that Kubernetes lists, including finished ones.'),
    containers: count('Containers of the pods.'),
    persistent_volumes: count('Persistent volumes.'),
    recommendations: count('Pending recommendations.'),
  },
  { description: 'Number of objects of each kind.' },
);

/** Organization (contract, "Organization"). */
export const organizationSchema = namedObject(
  'Organization',
  'Sums over the clusters that the key may read. Usage and utilization cover the nodes that ' +
    'report usage.',
  {
    id: uuid('Id of the organization.'),
    kind: kind('Organization'),
    metadata,
    capacity,
    utilization: Type.Object(
      { cpu: cpuUtilizationSchema, memory: memoryUtilizationSchema, counts },
      { description: 'Requests, usage and counts.' },
    ),
    cost: organizationCostSchema,
  },
);

export type Organization = Static<typeof organizationSchema>;
