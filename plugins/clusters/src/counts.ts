import { count } from '@costplane/plugin-api/schema';

const commonCounts = {
  workloads: count('Workloads of every kind.'),
  deployments: count('Deployments.'),
  statefulsets: count('StatefulSets.'),
  daemonsets: count('DaemonSets.'),
  jobs: count('Jobs that are not owned by a CronJob.'),
  cronjobs: count('CronJobs.'),
  pods: count('Pods that Kubernetes lists, including finished ones.'),
  running_pods: count('Pods in the phase Running.'),
  containers: count('Containers of the pods.'),
};

/** Counts of a cluster: names of the columns, and of the fields in the response. */
export const clusterCounts = {
  nodes: count('Nodes.'),
  namespaces: count('Namespaces.'),
  ...commonCounts,
  running_containers: count('Running containers.'),
  persistent_volumes: count('Persistent volumes.'),
};

/** The same for a namespace. */
export const namespaceCounts = {
  ...commonCounts,
  persistent_volumes: count('Persistent volumes claimed in it.'),
};

/** Maps the name of each count to the same column type. */
export const eachCount = <Name extends string, T>(counts: Record<Name, unknown>, column: T) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, column])) as Record<Name, T>;
