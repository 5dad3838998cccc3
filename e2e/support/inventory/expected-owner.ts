import { type Cluster, priceOf } from './cluster.ts';
import { type Basis, costBlock } from './cost-block.ts';
import { sum } from './exact.ts';
import { instant } from './instant.ts';

export type OwnerKind = 'team' | 'department';

interface Namespace {
  readonly cluster: Cluster;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const namespacesOf = (clusters: readonly Cluster[]): Namespace[] =>
  clusters.flatMap((cluster) =>
    cluster.snapshot.namespaces.map(({ name, labels }) => ({
      cluster,
      name,
      labels: labels ?? {},
    })),
  );

/** The teams or departments that labels of namespaces name; no workload here has such a label. */
export const namesOf = (kind: OwnerKind, clusters: readonly Cluster[]): string[] => [
  ...new Set(namespacesOf(clusters).flatMap(({ labels }) => labels[kind] ?? [])),
];

/** What the rows of teams and of departments have in common: sums over what is theirs. */
export function expectedOwner(
  kind: OwnerKind,
  name: string,
  clusters: readonly Cluster[],
  basis: Basis,
) {
  const own = namespacesOf(clusters).filter(({ labels }) => labels[kind] === name);
  const costs = own.map(({ cluster, name }) => cluster.costOf(cluster.podsOfNamespace(name)));
  const volumes = own.flatMap(({ cluster, name }) => cluster.volumesOfNamespace(name));
  const workloads = own.flatMap(({ cluster, name }) => cluster.workloadsOfNamespace(name));
  const compute = {
    cpu: sum(costs.map(({ cpu }) => cpu)),
    ram: sum(costs.map(({ ram }) => ram)),
    gpu: sum(costs.map(({ gpu }) => gpu)),
  };
  return {
    assigned_workloads: workloads.length,
    assigned_pvs: volumes.length,
    cost: {
      ...costBlock({ compute, volumes: priceOf(volumes) }, basis, lastSeen(own)),
      cost_mode: 'fully_loaded',
    },
  };
}

const lastSeen = (own: readonly Namespace[]) =>
  Math.max(...own.map(({ cluster }) => cluster.snapshot.timestamp));

export const lastSeenOf = (team: string, clusters: readonly Cluster[]): string =>
  instant(lastSeen(namespacesOf(clusters).filter(({ labels }) => labels.team === team)));

/** The department that namespaces of the team name beside it. */
export const departmentOf = (team: string, clusters: readonly Cluster[]): string | undefined =>
  namespacesOf(clusters).find(({ labels }) => labels.team === team)?.labels.department;

/** How many teams namespaces name beside the department. */
export const teamsOf = (department: string, clusters: readonly Cluster[]): number =>
  namesOf('team', clusters).filter((team) => departmentOf(team, clusters) === department).length;
