import { parseFixedPoint } from '@costplane/pricing';
import { sql } from 'kysely';
import { largest } from './advise/arithmetic.ts';
import { type ClusterScope } from './cluster-scope.ts';
import {
  coresFromText,
  type ContainerState,
  type NodeRates,
  type RunningPod,
  type WorkloadState,
} from './workload-state.ts';

/** Kinds whose pods are long-running replicas. */
export const rightsizedKinds = ['Deployment', 'StatefulSet', 'DaemonSet'] as const;

const workloadsAtOnce = 500;

/**
 * The next workloads of a cluster, sorted by uid, that have samples or an open recommendation. One
 * statement, so that all of them are from the same snapshot.
 */
export async function readWorkloads(
  { tx, organizationId, clusterId }: ClusterScope,
  afterUid: string | null,
): Promise<WorkloadState[]> {
  const { rows } = await sql<WorkloadRow>`
    select workload.uid, workload.namespace, workload.name, workload.kind, workload.has_hpa,
      workload.hpa_cpu_targets, workload.replicas_desired, workload.restarts_total, workload.oom_kills_total,
      workload.run_rate_legacy_hourly, workload_pods.pods
    from workloads as workload
    cross join lateral (
      select coalesce(
        json_agg(json_build_object('phase', pod.phase, 'node_cpu_hourly', node.cpu_hourly,
            'node_memory_hourly', node.memory_hourly, 'node_cpu', node.cpu, 'node_memory', node.memory,
            'containers', pod_containers.list)
          order by pod.created_at_k8s desc nulls last, pod.uid), '[]') as pods
      from pods as pod
      cross join lateral (
        select coalesce(
          json_agg(json_build_array(name, cpu_requested_cores::text, cpu_limit_cores::text,
            memory_requested_bytes::text, memory_limit_bytes::text, oom_kills_total,
            oom_killed_memory_requested_bytes::text, oom_killed_memory_limit_bytes::text,
            (extract(epoch from oom_killed_at) * 1000)::float8)
            order by name collate "C"), '[]') as list
        from containers
        where organization_id = pod.organization_id and cluster_id = pod.cluster_id
          and pod_uid = pod.uid
      ) as pod_containers
      left join lateral (
        select compute_cpu_hourly::text as cpu_hourly, compute_ram_hourly::text as memory_hourly,
          cpu_total_cores::text as cpu, memory_total_bytes::text as memory
        from nodes
        where organization_id = pod.organization_id and cluster_id = pod.cluster_id
          and uid = pod.node_uid and gone_at is null
      ) as node on true
      where pod.organization_id = workload.organization_id
        and pod.cluster_id = workload.cluster_id and pod.workload_uid = workload.uid
        and pod.gone_at is null and pod.phase in ('Running', 'Pending')
    ) as workload_pods
    where workload.organization_id = ${organizationId} and workload.cluster_id = ${clusterId}
      and workload.gone_at is null and workload.kind = any (${[...rightsizedKinds]}::text[])
      and (${afterUid}::uuid is null or workload.uid > ${afterUid}::uuid)
      and (
        exists (
          select from usage_histograms as known
          where known.organization_id = workload.organization_id
            and known.cluster_id = workload.cluster_id and known.workload_uid = workload.uid
        ) or exists (
          select from recommendations as known
          where known.organization_id = workload.organization_id
            and known.cluster_id = workload.cluster_id and known.resource_uid = workload.uid::text
            and known.recommendation_type = 'workload_rightsizing'
            and known.status in ('pending', 'dismissed')
        )
      )
    order by workload.uid limit ${workloadsAtOnce}`.execute(tx);
  return rows.map(toWorkload);
}

interface WorkloadRow {
  uid: string;
  namespace: string;
  name: string;
  kind: string;
  has_hpa: boolean;
  hpa_cpu_targets: CpuTargets;
  replicas_desired: number | null;
  restarts_total: string;
  oom_kills_total: string;
  run_rate_legacy_hourly: string | null;
  /** Newest first. */
  pods: PodRow[];
}

/** Percentage of the request by container; `''` for the pods as a whole. */
type CpuTargets = Partial<Record<string, number>>;

interface PodRow {
  phase: string;
  node_cpu_hourly: string | null;
  node_memory_hourly: string | null;
  node_cpu: string | null;
  node_memory: string | null;
  containers: ContainerColumns[];
}

type ContainerColumns = [
  name: string,
  cpuRequest: string,
  cpuLimit: string,
  memoryRequest: string,
  memoryLimit: string,
  oomKills: number,
  killedAtMemoryRequest: string | null,
  killedAtMemoryLimit: string | null,
  killedAt: number | null,
];

function toWorkload(row: WorkloadRow): WorkloadState {
  return {
    uid: row.uid,
    namespace: row.namespace,
    name: row.name,
    kind: row.kind,
    hasHpa: row.has_hpa,
    replicasDesired: row.replicas_desired,
    restarts: Number(row.restarts_total),
    oomKills: Number(row.oom_kills_total),
    hourlyCost: row.run_rate_legacy_hourly,
    containers: newestContainers(row.pods, row.hpa_cpu_targets),
    running: row.pods.filter(({ phase }) => phase === 'Running').map(toRunningPod),
  };
}

/** From the newest pod, which during a rollout has the new configuration. */
function newestContainers(pods: readonly PodRow[], targets: CpuTargets): ContainerState[] {
  return (pods[0]?.containers ?? []).map((columns) => {
    const sizes = toSizes(columns);
    const replicas = pods.flatMap(({ containers }) =>
      containers.filter(([name]) => name === sizes.name),
    );
    return { ...sizes, ...sumKills(replicas), hpaCpuTarget: findCpuTarget(sizes.name, targets) };
  });
}

/** The lower of the container's own target and that of the whole pod. */
function findCpuTarget(name: string, targets: CpuTargets): number | null {
  const found = [name, ''].flatMap((key) =>
    Object.hasOwn(targets, key) ? (targets[key] ?? []) : [],
  );
  return found.length === 0 ? null : Math.min(...found);
}

function sumKills(replicas: readonly ContainerColumns[]) {
  let oomKills = 0;
  let [memoryRequest, memoryLimit] = [0n, 0n];
  let time: number | null = null;
  for (const [, , , , , kills, killedAtRequest, killedAtLimit, killedAt] of replicas) {
    oomKills += kills;
    memoryRequest = largest(memoryRequest, BigInt(killedAtRequest ?? '0'));
    memoryLimit = largest(memoryLimit, BigInt(killedAtLimit ?? '0'));
    if (killedAt !== null) time = Math.max(killedAt, time ?? killedAt);
  }
  return {
    oomKills,
    killedAt: { memoryRequest: set(memoryRequest), memoryLimit: set(memoryLimit), time },
  };
}

const toRunningPod = (pod: PodRow): RunningPod => ({
  containers: pod.containers.map(toSizes),
  node: toRates(pod),
});

function toRates(pod: PodRow): NodeRates | null {
  const { node_cpu_hourly: cpuHourly, node_memory_hourly: memoryHourly } = pod;
  if (cpuHourly === null || memoryHourly === null) return null;
  return {
    cpuHourly: parseFixedPoint(cpuHourly),
    memoryHourly: parseFixedPoint(memoryHourly),
    cpu: coresFromText(pod.node_cpu ?? '0'),
    memory: BigInt(pod.node_memory ?? '0'),
  };
}

const toSizes = ([name, cpuRequest, cpuLimit, memoryRequest, memoryLimit]: ContainerColumns) => ({
  name,
  requests: { cpu: set(coresFromText(cpuRequest)), memory: set(BigInt(memoryRequest)) },
  limits: { cpu: set(coresFromText(cpuLimit)), memory: set(BigInt(memoryLimit)) },
});

/** Kubernetes reports 0 for values that are not set. */
const set = (amount: bigint) => (amount === 0n ? null : amount);
