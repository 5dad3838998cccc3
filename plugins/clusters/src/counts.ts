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

/** Something for each count, by its name. */
export function eachCount<Name extends string, T>(
  counts: Readonly<Record<Name, unknown>>,
  value: (name: Name) => T,
) {
  const names = Object.keys(counts) as Name[];
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, T>;
}
