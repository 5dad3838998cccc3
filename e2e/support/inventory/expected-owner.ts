import { type Cluster, sumPrices } from './cluster.ts';
import { type Basis, costBlock } from './cost-block.ts';
import { sum } from './exact.ts';
import { instant } from './instant.ts';

export type OwnerKind = 'team' | 'department';

interface Namespace {
  readonly cluster: Cluster;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const listNamespaces = (clusters: readonly Cluster[]): Namespace[] =>
  clusters.flatMap((cluster) =>
    cluster.snapshot.namespaces.map(({ name, labels }) => ({
      cluster,
      name,
      labels: labels ?? {},
    })),
  );

/** The teams or departments that labels of namespaces name; no workload here has such a label. */
export const listNames = (kind: OwnerKind, clusters: readonly Cluster[]): string[] => [
  ...new Set(listNamespaces(clusters).flatMap(({ labels }) => labels[kind] ?? [])),
];

/** What the rows of teams and of departments have in common: sums over what is theirs. */
export function expectedOwner(
  kind: OwnerKind,
  name: string,
  clusters: readonly Cluster[],
  basis: Basis,
) {
  const own = listNamespaces(clusters).filter(({ labels }) => labels[kind] === name);
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
      ...costBlock({ compute, volumes: sumPrices(volumes) }, basis, lastSeen(own)),
      cost_mode: 'fully_loaded',
    },
  };
}

const lastSeen = (own: readonly Namespace[]) =>
  Math.max(...own.map(({ cluster }) => cluster.snapshot.timestamp));

export const findLastSeen = (team: string, clusters: readonly Cluster[]): string =>
  instant(lastSeen(listNamespaces(clusters).filter(({ labels }) => labels.team === team)));

/** The department that namespaces of the team name beside it. */
export const findDepartment = (team: string, clusters: readonly Cluster[]): string | undefined =>
  listNamespaces(clusters).find(({ labels }) => labels.team === team)?.labels.department;

/** How many teams namespaces name beside the department. */
export const countTeams = (department: string, clusters: readonly Cluster[]): number =>
  listNames('team', clusters).filter((team) => findDepartment(team, clusters) === department)
    .length;
