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

/** How many a cluster has of each kind: columns, and fields of the same names. */
export const clusterCounts = {
  nodes: count('Nodes.'),
  namespaces: count('Namespaces.'),
  ...commonCounts,
  running_containers: count('Running containers.'),
  persistent_volumes: count('Persistent volumes.'),
};

/** The same of a namespace. */
export const namespaceCounts = {
  ...commonCounts,
  persistent_volumes: count('Persistent volumes claimed in it.'),
};

/** The column of each count, by its name. */
export function eachCount<Name extends string, T>(
  counts: Readonly<Record<Name, unknown>>,
  column: T,
) {
  return Object.fromEntries(Object.keys(counts).map((name) => [name, column])) as Record<Name, T>;
}
