import { parseSnapshot } from '../src/parse-snapshot.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { uuidV5 } from '../src/uuid-v5.ts';

type Fields = Record<string, unknown>;

const gib = 2 ** 30;
const start = Date.UTC(2026, 6, 15, 12);

/** The uid that a name has in all samples. */
export function uid(name: string): string {
  return uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', name);
}

/** The raw fields of a snapshot, `minute` after the first one. */
export function rawSnapshot(minute: number, lists: Fields = {}): Fields {
  return {
    snapshot_id: uid(`snapshot ${minute}`),
    cluster_id: '',
    timestamp: start + minute * 60_000,
    agent_version: 'v2.2.0',
    provider: '',
    region: 'here',
    kubernetes_version: 'v1.33.4',
    nodes: [],
    pods: [],
    namespaces: [],
    deployments: [],
    statefulsets: [],
    daemonsets: [],
    jobs: [],
    cronjobs: [],
    hpas: [],
    pvs: [],
    pvcs: [],
    resource_quotas: [],
    summary: { metrics_available: true },
    health: { state: 'running' },
    ...lists,
  };
}

export function sampleSnapshot(minute: number, lists: Fields = {}): Snapshot {
  return parseSnapshot(JSON.stringify(rawSnapshot(minute, lists)));
}

/** 8 cores and 32 GiB, of which pods may use 7.5 and 30. */
export function node(name: string, change: Fields = {}): Fields {
  return {
    name,
    uid: uid(name),
    provider_id: '',
    instance_type: 'bm.8c32g',
    region: 'here',
    zone: 'here-a',
    capacity_type: '',
    cpu_capacity_cores: 8,
    cpu_allocatable: 7.5,
    memory_capacity_bytes: 32 * gib,
    memory_allocatable: 30 * gib,
    pod_allocatable: 110,
    gpu_capacity: 0,
    gpu_allocatable: 0,
    ready: true,
    unschedulable: false,
    labels: null,
    creation_timestamp: start,
    ...change,
  };
}

/** Running, 1 core and 4 GiB requested, no usage known. */
export function container(change: Fields = {}): Fields {
  return {
    name: 'main',
    image: 'app:1',
    cpu_request_cores: 1,
    memory_request_bytes: 4 * gib,
    cpu_limit_cores: 0,
    memory_limit_bytes: 0,
    gpu_request: 0,
    ready: true,
    restart_count: 0,
    state: 'running',
    state_reason: '',
    last_termination_reason: '',
    ports: null,
    ...change,
  };
}

export function pod(name: string, nodeName: string, change: Fields = {}): Fields {
  return {
    name,
    uid: uid(name),
    namespace: 'shop',
    node_name: nodeName,
    phase: 'Running',
    reason: '',
    qos_class: 'Burstable',
    owner_kind: '',
    owner_name: '',
    owner_uid: '',
    containers: [container()],
    init_containers: null,
    labels: null,
    creation_timestamp: start,
    service_account_name: 'default',
    ...change,
  };
}

export function ownedBy(kind: string, name: string, ownerUid = uid(name)): Fields {
  return { owner_kind: kind, owner_name: name, owner_uid: ownerUid };
}

export function workload(name: string, change: Fields = {}): Fields {
  return {
    name,
    uid: uid(name),
    namespace: 'shop',
    labels: null,
    creation_timestamp: start,
    ...change,
  };
}

export function deployment(name: string, change: Fields = {}): Fields {
  return workload(name, {
    replicas: 1,
    ready_replicas: 1,
    available_replicas: 1,
    unavailable_replicas: 0,
    updated_replicas: 1,
    paused: false,
    conditions: [{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' }],
    ...change,
  });
}

export function volume(name: string, claim: string | null, change: Fields = {}): Fields {
  return {
    name,
    capacity: 10 * gib,
    storage_class_name: 'fast',
    phase: 'Bound',
    ...(claim === null ? {} : { claim_ref: { namespace: 'shop', name: claim, uid: '' } }),
    creation_timestamp: start,
    ...change,
  };
}

export function claim(name: string): Fields {
  return { namespace: 'shop', name };
}
