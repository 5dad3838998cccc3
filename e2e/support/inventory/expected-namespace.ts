import { type Cluster, sumPrices } from './cluster.ts';
import { type Basis, costBlock, money } from './cost-block.ts';
import { total } from './direct-cost.ts';
import { decimal, exact, type Exact, minus, sum, times, toNumber } from './exact.ts';
import { instant } from './instant.ts';
import { type Owners } from './owners.ts';
import { sumOfFigures, utilizationOfRequests } from './request-figures.ts';
import { type Snapshot } from './snapshot.ts';
import { type ListedWorkload } from './workloads.ts';

export type SnapshotNamespace = Snapshot['namespaces'][number];

/** The row of a namespace, from the snapshot and the ids of those who own it. */
export function expectedNamespace(
  cluster: Cluster,
  namespace: SnapshotNamespace,
  basis: Basis,
  owners: Owners,
) {
  const { name } = namespace;
  const { timestamp } = cluster.snapshot;
  const capacity = findQuota(cluster.snapshot, name);
  return {
    kind: 'Namespace',
    metadata: {
      name,
      cluster: { id: cluster.id, name: cluster.name },
      labels: namespace.labels ?? {},
      ...owners.of(namespace.labels ?? {}),
      created_at_k8s: instant(namespace.creation_timestamp),
      last_seen_at: instant(timestamp),
    },
    ...(capacity && { capacity }),
    utilization: {
      ...utilizationOfRequests(sumOfFigures(cluster.podsOfNamespace(name))),
      counts: expectedCounts(cluster, name),
    },
    cost: { ...computeCost(cluster, name, basis), cost_mode: 'fully_loaded' },
  };
}

function computeCost(cluster: Cluster, name: string, basis: Basis) {
  const compute = cluster.costOf(cluster.podsOfNamespace(name));
  const volumes = sumPrices(cluster.volumesOfNamespace(name));
  const runRate = basis === 'all' ? sum([total(compute), volumes]) : total(compute);
  const ofWorkloads = cluster
    .workloadsOfNamespace(name)
    .map((workload) => computeRunRate(cluster, workload, basis));
  const unallocated = minus(runRate, sum(ofWorkloads));
  return costBlock({ compute, volumes, unallocated }, basis, cluster.snapshot.timestamp);
}

function computeRunRate(cluster: Cluster, { item: { uid } }: ListedWorkload, basis: Basis): Exact {
  const compute = total(cluster.costOf(cluster.podsOfWorkload(uid)));
  return basis === 'all' ? sum([compute, sumPrices(cluster.volumesOfWorkload(uid))]) : compute;
}

function expectedCounts(cluster: Cluster, name: string) {
  const pods = cluster.podsOfNamespace(name);
  const workloads = cluster.workloadsOfNamespace(name);
  const ofKind = (kind: string) => workloads.filter((workload) => workload.kind === kind).length;
  return {
    workloads: workloads.length,
    deployments: ofKind('Deployment'),
    statefulsets: ofKind('StatefulSet'),
    daemonsets: ofKind('DaemonSet'),
    jobs: ofKind('Job'),
    cronjobs: ofKind('CronJob'),
    pods: pods.length,
    running_pods: pods.filter(({ phase }) => phase === 'Running').length,
    containers: pods.flatMap(({ containers }) => containers).length,
    persistent_volumes: cluster.volumesOfNamespace(name).length,
  };
}

/** `capacity`: no namespace of these snapshots has two quotas. */
function findQuota({ resource_quotas: quotas }: Snapshot, name: string) {
  const hard = quotas.find(({ namespace }) => namespace === name)?.hard;
  if (!hard) return undefined;
  return {
    cpu: { quota_cores: quantity(hard['requests.cpu'] ?? '') },
    memory: { quota_bytes: quantity(hard['requests.memory'] ?? '') },
  };
}

const units: Readonly<Record<string, bigint>> = { '': 1n, Gi: 2n ** 30n, Ti: 2n ** 40n };

function quantity(text: string): number {
  const [, digits = '', suffix = ''] = /^(\d+)(\D*)$/.exec(text) ?? [];
  return toNumber(times(decimal(digits), exact(units[suffix]!)));
}

/** `workloads_top_5` of the detail: the highest run rates as a client sees them, ties by id. */
export function expectedTopFive(cluster: Cluster, name: string, basis: Basis) {
  return cluster
    .workloadsOfNamespace(name)
    .map((workload) => ({ workload, cost: money(computeRunRate(cluster, workload, basis)) }))
    .sort(
      (a, b) =>
        Number(b.cost.amount) - Number(a.cost.amount) ||
        (a.workload.item.uid < b.workload.item.uid ? -1 : 1),
    )
    .slice(0, 5)
    .map(({ workload: { item }, cost }) => ({
      id: item.uid,
      kind: 'Workload',
      name: item.name,
      cost: { current_run_rate_hourly: cost },
    }));
}
