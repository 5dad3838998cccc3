import { createHash } from 'node:crypto';

/** One cluster at one instant, by what matters to a test. */
export interface ClusterPlan {
  /** What its uids are made of: the same cluster has the same ones in every snapshot. */
  readonly seed: string;
  readonly nodes: readonly NodePlan[];
  readonly namespaces: readonly NamespacePlan[];
  readonly deployments: readonly WorkloadPlan[];
  /** Each runs one pod. */
  readonly jobs?: readonly WorkloadPlan[];
  /** Names of volumes of 1 GiB that nobody claims. */
  readonly volumes?: readonly string[];
}

export interface NodePlan {
  readonly name: string;
  readonly cores: number;
  readonly gib: number;
  readonly group?: string;
  /** Its own in every cluster, unless one is given. */
  readonly uid?: string;
}

export interface NamespacePlan {
  readonly name: string;
  /** `team` and `department` are those that name its owners. */
  readonly labels?: Readonly<Record<string, string>>;
}

export interface WorkloadPlan {
  readonly namespace: string;
  readonly name: string;
  /** What each of its pods requests. */
  readonly cores: number;
  readonly gib: number;
  /** How many pods it has, all on one node. */
  readonly pods: number;
  /** The name of the node. */
  readonly node: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Its own in every cluster, unless one is given. */
  readonly uid?: string;
}

const gib = 2 ** 30;
const createdAt = Date.parse('2026-01-01T00:00:00Z');

/** A UUID that follows from a text. */
export function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** The uid of a planned object. */
export const nodeUid = (seed: string, { name, uid }: NodePlan): string =>
  uid ?? toUuid(`${seed}/node/${name}`);
export const workloadUid = (
  seed: string,
  { namespace, name, uid }: Pick<WorkloadPlan, 'namespace' | 'name' | 'uid'>,
): string => uid ?? toUuid(`${seed}/workload/${namespace}/${name}`);

/**
 * The plan as the in-cluster agent would report it. No cloud is named, so that nodes cost the
 * default rates of their capacity; without metrics a running pod costs what it requests.
 */
export function makeSnapshot(plan: ClusterPlan, at: Date): object {
  const { seed, nodes, namespaces, deployments, jobs = [], volumes = [] } = plan;
  return {
    snapshot_id: toUuid(`${seed}/${at.toISOString()}`),
    timestamp: at.getTime(),
    agent_version: 'v2.2.0',
    provider: '',
    region: '',
    kubernetes_version: 'v1.33.4',
    nodes: nodes.map((node) => toNode(seed, node)),
    pods: [
      ...deployments.flatMap((workload) => makePods(seed, workload, 'Deployment')),
      ...jobs.flatMap((workload) => makePods(seed, workload, 'Job')),
    ],
    namespaces: namespaces.map(({ name, labels }) => ({
      name,
      labels: labels ?? null,
      creation_timestamp: createdAt,
    })),
    deployments: deployments.map((workload) => ({
      ...ownFields(seed, workload),
      replicas: workload.pods,
      available_replicas: workload.pods,
      conditions: [{ type: 'Available', status: 'True', reason: '', message: '' }],
    })),
    jobs: jobs.map((workload) => ({
      ...ownFields(seed, workload),
      owner_cronjob: '',
      active: workload.pods,
      conditions: null,
    })),
    statefulsets: [],
    daemonsets: [],
    cronjobs: [],
    hpas: [],
    pvs: volumes.map((name) => ({ name, capacity: gib, phase: 'Available' })),
    pvcs: [],
    resource_quotas: [],
    summary: { metrics_available: false },
  };
}

const ownFields = (seed: string, workload: WorkloadPlan) => ({
  name: workload.name,
  uid: workloadUid(seed, workload),
  namespace: workload.namespace,
  labels: workload.labels ?? null,
  creation_timestamp: createdAt,
});

const toNode = (seed: string, node: NodePlan) => ({
  name: node.name,
  uid: nodeUid(seed, node),
  node_group: node.group ?? '',
  capacity_type: 'on-demand',
  architecture: 'amd64',
  os: 'linux',
  cpu_capacity_cores: node.cores,
  cpu_allocatable: node.cores,
  memory_capacity_bytes: node.gib * gib,
  memory_allocatable: node.gib * gib,
  pod_allocatable: 250,
  ready: true,
  unschedulable: false,
  labels: null,
  creation_timestamp: createdAt,
});

const makePods = (seed: string, workload: WorkloadPlan, kind: string) =>
  Array.from({ length: workload.pods }, (_, index) => ({
    name: `${workload.name}-${index}`,
    uid: toUuid(`${seed}/pod/${workload.namespace}/${workload.name}/${index}`),
    namespace: workload.namespace,
    node_name: workload.node,
    phase: 'Running',
    qos_class: 'Burstable',
    owner_kind: kind,
    owner_name: workload.name,
    owner_uid: workloadUid(seed, workload),
    containers: [
      {
        name: 'main',
        cpu_request_cores: workload.cores,
        memory_request_bytes: workload.gib * gib,
        state: 'running',
        ready: true,
      },
    ],
    labels: null,
    creation_timestamp: createdAt,
  }));
