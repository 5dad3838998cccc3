import { type ContainerUsage } from '@costplane/ingest';
import { createHash } from 'node:crypto';

export const mebibyte = 2 ** 20;
export const gibibyte = 2 ** 30;
export const minuteMs = 60_000;
export const start = Date.UTC(2026, 6, 15);

/** The uid that a name has in all tests. */
export function uid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
}

export interface ShopContainer {
  name?: string;
  cpu?: number;
  memory?: number;
  cpuLimit?: number;
  memoryLimit?: number;
  /** How often it was killed for want of memory, and started again. */
  kills?: number;
}

export interface ShopWorkload {
  name: string;
  kind?: 'Deployment' | 'StatefulSet' | 'DaemonSet';
  replicas?: number;
  containers?: ShopContainer[];
  hasHpa?: boolean;
  /** In percent of the CPU request: of pods as a whole, by what its autoscaler says. */
  hpaTarget?: number;
  /** Pods of it come with another uid. */
  generation?: number;
  node?: string;
}

/**
 * A snapshot, so many minutes after the start, of one machine of 8 cores and 32 GiB that no price
 * list knows, and of workloads on it: by default one pod of one container that asks for 1 core and
 * 1 GiB. Nothing is measured.
 */
export function shop(minute: number, workloads: readonly ShopWorkload[]): unknown {
  const of = (kind: string) => workloads.filter((each) => (each.kind ?? 'Deployment') === kind);
  return {
    snapshot_id: uid(`snapshot ${String(minute)}`),
    timestamp: start + minute * minuteMs,
    provider: '',
    nodes: [node('n1')],
    pods: workloads.flatMap(makePods),
    namespaces: [{ name: 'shop', labels: null }],
    deployments: of('Deployment').map((each) => ({
      ...object(each),
      replicas: each.replicas ?? 1,
      available_replicas: each.replicas ?? 1,
    })),
    statefulsets: of('StatefulSet').map((each) => ({
      ...object(each),
      replicas: each.replicas ?? 1,
      available_replicas: each.replicas ?? 1,
    })),
    daemonsets: of('DaemonSet').map((each) => ({
      ...object(each),
      desired_number_scheduled: each.replicas ?? 1,
      number_ready: each.replicas ?? 1,
    })),
    jobs: [],
    cronjobs: [],
    pvs: [],
    pvcs: [],
    resource_quotas: [],
    hpas: workloads
      .filter(({ hasHpa, hpaTarget }) => hasHpa ?? hpaTarget !== undefined)
      .map(({ name, kind = 'Deployment', hpaTarget }) => ({
        namespace: 'shop',
        target_kind: kind,
        target_name: name,
        metrics: [
          hpaTarget === undefined
            ? { type: 'Resource', resource_name: 'memory', target_type: 'AverageValue' }
            : {
                type: 'Resource',
                resource_name: 'cpu',
                target_type: 'Utilization',
                target_value: String(hpaTarget),
              },
        ],
      })),
    summary: { metrics_available: true },
  };
}

const object = ({ name }: ShopWorkload) => ({ name, uid: uid(name), namespace: 'shop' });

const node = (name: string) => ({
  name,
  uid: uid(name),
  provider_id: '',
  ready: true,
  unschedulable: false,
  cpu_capacity_cores: 8,
  cpu_allocatable: 8,
  memory_capacity_bytes: 32 * gibibyte,
  memory_allocatable: 32 * gibibyte,
});

function makePods(workload: ShopWorkload) {
  const { name, kind = 'Deployment', replicas = 1, generation = 0, node: on = 'n1' } = workload;
  return Array.from({ length: replicas }, (_, index) => {
    const pod = `${name}-${String(generation)}-${String(index)}`;
    return {
      name: pod,
      uid: uid(pod),
      namespace: 'shop',
      node_name: on,
      phase: 'Running',
      owner_kind: kind,
      owner_name: name,
      owner_uid: uid(name),
      creation_timestamp: start + generation * minuteMs,
      containers: (workload.containers ?? [{}]).map(makeContainer),
    };
  });
}

const makeContainer = (container: ShopContainer) => ({
  name: container.name ?? 'main',
  cpu_request_cores: container.cpu ?? 1,
  memory_request_bytes: container.memory ?? gibibyte,
  cpu_limit_cores: container.cpuLimit ?? 0,
  memory_limit_bytes: container.memoryLimit ?? 0,
  state: 'running',
  ready: true,
  state_reason: '',
  restart_count: container.kills ?? 0,
  last_termination_reason: container.kills === undefined ? '' : 'OOMKilled',
});

export interface Use {
  workload: string;
  container?: string;
  replicas?: number;
  /** Cores, and the bytes that go with them, in a minute of the history. */
  cores?: (minute: number) => number;
  bytes?: (minute: number) => number;
  cpuLimit?: number;
}

/** What workloads used in every minute from one to another, by default 0.1 cores and 100 MiB. */
export function* used(from: number, to: number, uses: readonly Use[]) {
  for (let minute = from; minute < to; minute += 1) {
    yield {
      time: new Date(start + minute * minuteMs),
      containers: uses.map((use) => makeUsage(use, minute)),
    };
  }
}

function makeUsage(use: Use, minute: number): ContainerUsage {
  const { replicas = 1, cores = () => 0.1, bytes = () => 100 * mebibyte, cpuLimit = 0 } = use;
  const each = <Value>(value: Value) => Array.from({ length: replicas }, () => value);
  return {
    workload_uid: uid(use.workload),
    container_name: use.container ?? 'main',
    cpu_nanocores: each(Math.round(cores(minute) * 1e9)),
    memory_bytes: each(Math.round(bytes(minute))),
    cpu_limit_nanocores: each(cpuLimit * 1e9),
  };
}
