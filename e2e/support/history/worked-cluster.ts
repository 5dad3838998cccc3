import { toUuid } from '../snapshot.ts';

const gib = 2 ** 30;
const createdAt = Date.parse('2026-01-01T00:00:00Z');
export const workedUid = (name: string) => toUuid(`worked/${name}`);

interface NodeOf {
  readonly cores: number;
  readonly gib: number;
  /** What pods may have of it; all of it unless given. */
  readonly allocatableCores?: number;
  readonly allocatableGib?: number;
  readonly gpus?: number;
  readonly isSpot?: boolean;
}

/** Nodes of no known instance type, so that they cost the default rates (decision 28). */
const nodes: Readonly<Record<string, NodeOf>> = {
  general: { cores: 10, gib: 40, allocatableCores: 9, allocatableGib: 36 },
  empty: { cores: 4, gib: 16, allocatableCores: 3.5, allocatableGib: 14 },
  gpu: { cores: 8, gib: 64, gpus: 2 },
  crowded: { cores: 2, gib: 8 },
  spot: { cores: 10, gib: 40, isSpot: true },
};

interface PodOf {
  readonly namespace: string;
  readonly kind: 'Deployment' | 'StatefulSet' | '';
  readonly node: keyof typeof nodes;
  readonly requests: readonly [cores: number, gib: number];
  readonly uses: readonly [cores: number, gib: number];
}

/** One pod each, named like its workload; `debug` is a bare pod. */
const pods: Readonly<Record<string, PodOf>> = {
  web: pod('shop', 'Deployment', 'general', [3, 6], [1, 12]),
  db: pod('data', 'StatefulSet', 'general', [1.5, 6], [0.5, 3]),
  debug: pod('shop', '', 'general', [1.5, 6], [0, 0]),
  trainer: pod('ml', 'Deployment', 'gpu', [4, 32], [2, 16]),
  hungry: pod('shop', 'Deployment', 'crowded', [1, 2], [3, 1]),
  modest: pod('shop', 'Deployment', 'crowded', [1, 2], [1, 1]),
  batch: pod('ml', 'Deployment', 'spot', [5, 20], [1, 1]),
};

/** GiB of volumes: of the StatefulSet `db`, of a claim that nobody owns, and of none. */
const volumes = { db: 100, shared: 200, forgotten: 1000 } as const;

function pod(
  namespace: string,
  kind: PodOf['kind'],
  node: keyof typeof nodes,
  requests: PodOf['requests'],
  uses: PodOf['uses'],
): PodOf {
  return { namespace, kind, node, requests, uses };
}

/**
 * A cluster small enough to be computed by hand: a node that is shared, an empty one, one whose GPUs
 * nobody asks for, one whose pods use more than it has, a spot node; a bare pod; volumes with and
 * without an owner; the fee of a managed control plane.
 */
export function workedSnapshot(at: Date): object {
  return {
    snapshot_id: toUuid(`worked/${at.toISOString()}`),
    timestamp: at.getTime(),
    agent_version: 'v2.2.0',
    provider: 'aws',
    region: 'nowhere-1',
    kubernetes_version: 'v1.33.4-eks-1a2b3c',
    nodes: Object.entries(nodes).map(toNode),
    pods: Object.entries(pods).map(toPod),
    namespaces: ['shop', 'data', 'ml'].map((name) => ({ name, labels: null })),
    deployments: ofKind('Deployment').map((item) => ({
      ...item,
      replicas: 1,
      available_replicas: 1,
      conditions: null,
    })),
    statefulsets: ofKind('StatefulSet').map((item) => ({
      ...item,
      replicas: 1,
      available_replicas: 1,
      volume_claim_templates: ['disk'],
    })),
    daemonsets: [],
    jobs: [],
    cronjobs: [],
    hpas: [],
    resource_quotas: [],
    pvs: [
      volume('db', volumes.db, { namespace: 'data', name: 'disk-db-0' }),
      volume('shared', volumes.shared, { namespace: 'data', name: 'shared' }),
      volume('forgotten', volumes.forgotten, null),
    ],
    pvcs: [
      { namespace: 'data', name: 'disk-db-0' },
      { namespace: 'data', name: 'shared' },
    ],
    summary: { metrics_available: true },
  };
}

const toNode = ([name, node]: [string, NodeOf]) => ({
  name,
  uid: workedUid(name),
  instance_type: '',
  node_group: node.isSpot ? 'cheap' : 'usual',
  capacity_type: node.isSpot ? 'spot' : 'on-demand',
  architecture: 'amd64',
  os: 'linux',
  cpu_capacity_cores: node.cores,
  cpu_allocatable: node.allocatableCores ?? node.cores,
  memory_capacity_bytes: node.gib * gib,
  memory_allocatable: (node.allocatableGib ?? node.gib) * gib,
  gpu_capacity: node.gpus ?? 0,
  gpu_allocatable: node.gpus ?? 0,
  cpu_usage_cores: 1,
  memory_usage_bytes: gib,
  pod_allocatable: 250,
  ready: true,
  unschedulable: false,
  labels: null,
  creation_timestamp: createdAt,
});

const toPod = ([name, { namespace, kind, node, requests, uses }]: [string, PodOf]) => ({
  name: kind === 'StatefulSet' ? `${name}-0` : name,
  uid: workedUid(`pod ${name}`),
  namespace,
  node_name: node,
  phase: 'Running',
  owner_kind: kind,
  owner_name: kind === '' ? '' : name,
  owner_uid: kind === '' ? '' : workedUid(name),
  containers: [
    {
      name: 'main',
      cpu_request_cores: requests[0],
      memory_request_bytes: requests[1] * gib,
      cpu_usage_cores: uses[0],
      memory_usage_bytes: uses[1] * gib,
      state: 'running',
      ready: true,
    },
  ],
  labels: null,
  creation_timestamp: createdAt,
});

const ofKind = (kind: PodOf['kind']) =>
  Object.entries(pods)
    .filter(([, pod]) => pod.kind === kind)
    .map(([name, { namespace }]) => ({
      name,
      uid: workedUid(name),
      namespace,
      labels: { app: name },
      creation_timestamp: createdAt,
    }));

const volume = (name: string, size: number, claim: { namespace: string; name: string } | null) => ({
  name,
  capacity: size * gib,
  storage_class_name: 'fast',
  phase: claim ? 'Bound' : 'Available',
  claim_ref: claim,
  creation_timestamp: createdAt,
});
