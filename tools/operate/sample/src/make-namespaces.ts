import { namespaceSpec, ownerNamed } from './namespaces.ts';
import { platformNamespaces } from './plan-system.ts';
import { maxReplicas, type ClusterPlan, type ContainerPlan, type WorkloadPlan } from './plan.ts';
import {
  type LimitRange,
  type Namespace,
  type PersistentVolumeClaim,
  type Pod,
  type PriorityClass,
  type ResourceQuota,
} from './snapshot.ts';
import { GiB, MiB, fleetDay, sumBy } from './units.ts';
import { hasEnded, workloadTotals } from './workload-totals.ts';

function makeNamespace(name: string): Namespace {
  const owner = platformNamespaces.includes(name)
    ? ownerNamed('platform')
    : namespaceSpec(name)?.owner;
  return {
    name,
    phase: 'Active',
    labels: {
      'kubernetes.io/metadata.name': name,
      ...owner,
    },
    annotations: null,
    creation_timestamp: fleetDay(0.2),
  };
}

const milli = (cores: number) => `${String(Math.round(cores * 1000))}m`;
const mebi = (bytes: number) => `${String(Math.ceil(bytes / MiB))}Mi`;
const gibi = (bytes: number) => `${String(Math.ceil(bytes / GiB))}Gi`;

/** A third more than the peak requests of the namespace. */
function hardLimits(workloads: readonly WorkloadPlan[], storage: number): Record<string, string> {
  const containers = workloads.flatMap((workload) =>
    workload.containers.map((container) => ({ container, pods: maxReplicas(workload) })),
  );
  const total = (value: (container: ContainerPlan) => number) =>
    sumBy(containers, ({ container, pods }) => value(container) * pods);
  return {
    'requests.cpu': String(
      Math.ceil(total(({ cpu_request_cores }) => cpu_request_cores) * 1.3) + 1,
    ),
    'requests.memory': gibi(total(({ memory_request_bytes }) => memory_request_bytes) * 1.3 + GiB),
    'limits.memory': gibi(total(({ memory_limit_bytes }) => memory_limit_bytes) * 1.3 + GiB),
    'requests.storage': gibi(storage * 1.5 + 50 * GiB),
    pods: String(sumBy(workloads, maxReplicas) + 20),
  };
}

/** A quota, and its current usage. */
function makeQuota(
  namespace: string,
  workloads: readonly WorkloadPlan[],
  pods: readonly Pod[],
  claims: readonly PersistentVolumeClaim[],
): ResourceQuota {
  const counted = pods.filter((pod) => pod.namespace === namespace && !hasEnded(pod));
  const totals = workloadTotals(counted);
  const storage = sumBy(
    claims.filter((claim) => claim.namespace === namespace),
    (claim) => claim.requested_bytes,
  );
  return {
    name: `${namespace}-quota`,
    namespace,
    hard: hardLimits(
      workloads.filter((workload) => workload.namespace === namespace),
      storage,
    ),
    used: {
      'requests.cpu': milli(totals.total_cpu_request),
      'requests.memory': mebi(totals.total_memory_request),
      'limits.memory': mebi(totals.total_memory_limit),
      'requests.storage': gibi(storage),
      pods: String(counted.length),
    },
    labels: null,
  };
}

function makeLimitRange(namespace: string): LimitRange {
  return {
    name: 'defaults',
    namespace,
    limits: [
      {
        type: 'Container',
        default: { memory: '512Mi' },
        default_request: { cpu: '100m', memory: '128Mi' },
        max: { memory: '64Gi' },
        min: null,
        max_limit_request_ratio: null,
      },
    ],
  };
}

const priorityClasses: PriorityClass[] = [
  { name: 'system-cluster-critical', value: 2_000_000_000 },
  { name: 'system-node-critical', value: 2_000_001_000 },
].map(({ name, value }) => ({
  name,
  preemption_policy: 'PreemptLowerPriority',
  description: 'Used for system critical pods.',
  value,
  global_default: false,
}));

/** Namespaces with owner labels, and their limits. Every other one has a quota. */
export function makeNamespaces(
  plan: ClusterPlan,
  pods: readonly Pod[],
  claims: readonly PersistentVolumeClaim[],
): {
  namespaces: Namespace[];
  priority_classes: PriorityClass[];
  limit_ranges: LimitRange[];
  resource_quotas: ResourceQuota[];
} {
  const limited = plan.spec.namespaces.filter((_, index) => index % 2 === 0);
  return {
    namespaces: plan.namespaces.map(makeNamespace),
    priority_classes: priorityClasses,
    limit_ranges: limited.slice(0, 1).map(makeLimitRange),
    resource_quotas: limited.map((namespace) => makeQuota(namespace, plan.workloads, pods, claims)),
  };
}
