import { createHash } from 'node:crypto';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;
const podsPerWorkload = 10;
const podsPerNode = 40;
const namespaces = 50;
const minuteMs = 60_000;

/** The first snapshot's time. */
const firstAt = Date.parse('2026-04-01T12:00:00Z');

/**
 * A snapshot of a cluster in the agent's format: so many pods, ten of a workload, half of them with
 * a sidecar. The same number gives the same objects; figures of use and the time, a minute later
 * each, change with `turn`.
 */
export function makeSnapshot(pods: number, turn: number): object {
  const at = firstAt + turn * minuteMs;
  const workloads = Array.from({ length: Math.ceil(pods / podsPerWorkload) }, (_, n) => n);
  const nodes = Array.from({ length: Math.ceil(pods / podsPerNode) }, (_, n) => n);
  const created = at - 1_000 * minuteMs - turn * minuteMs;
  return {
    snapshot_id: toUuid(`snapshot ${pods} ${turn}`),
    timestamp: at,
    agent_version: 'v2.2.0',
    provider: 'aws',
    region: 'eu-west-1',
    kubernetes_version: 'v1.33.4-eks-3025e55',
    nodes: nodes.map((n) => makeNode(n, created)),
    pods: Array.from({ length: pods }, (_, n) => makePod(n, turn, created)),
    namespaces: Array.from({ length: namespaces }, (_, n) => ({
      name: `namespace-${n}`,
      labels: { 'kubernetes.io/metadata.name': `namespace-${n}`, team: `team-${n % 12}` },
      creation_timestamp: created,
    })),
    deployments: workloads.filter((n) => !isStateful(n)).map((n) => makeWorkload(n, created)),
    statefulsets: workloads.filter(isStateful).map((n) => makeWorkload(n, created)),
    ...makeVolumes(workloads.filter(isStateful), created),
    daemonsets: [],
    jobs: [],
    cronjobs: [],
    hpas: [],
    resource_quotas: [],
    summary: { metrics_available: true },
  };
}

const isStateful = (workload: number) => workload % 10 === 9;
const toNamespace = (workload: number) => `namespace-${workload % namespaces}`;

function makeNode(n: number, created: number) {
  return {
    name: `node-${n}`,
    uid: toUuid(`node ${n}`),
    creation_timestamp: created,
    instance_type: 'm6i.4xlarge',
    region: 'eu-west-1',
    zone: `eu-west-1${'abc'[n % 3]}`,
    capacity_type: n % 4 === 0 ? 'spot' : 'on-demand',
    node_group: `group-${n % 5}`,
    architecture: 'amd64',
    os: 'linux',
    kubelet_version: 'v1.33.4',
    cpu_capacity_cores: 16,
    cpu_allocatable: 15.89,
    pod_allocatable: 234,
    memory_capacity_bytes: 64 * gibibyte,
    memory_allocatable: 61 * gibibyte,
    cpu_usage_cores: 6.5,
    memory_usage_bytes: 30 * gibibyte,
    ready: true,
    unschedulable: false,
    labels: {
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/os': 'linux',
      'kubernetes.io/hostname': `node-${n}`,
      'node.kubernetes.io/instance-type': 'm6i.4xlarge',
      'topology.kubernetes.io/region': 'eu-west-1',
      'topology.kubernetes.io/zone': `eu-west-1${'abc'[n % 3]}`,
      'eks.amazonaws.com/nodegroup': `group-${n % 5}`,
      'eks.amazonaws.com/capacityType': n % 4 === 0 ? 'SPOT' : 'ON_DEMAND',
    },
  };
}

function makePod(n: number, turn: number, created: number) {
  const workload = Math.floor(n / podsPerWorkload);
  const name = `workload-${workload}`;
  const container = { image: `registry.example.com/${name}:1.4.2`, ready: true, state: 'running' };
  const sidecar = {
    ...container,
    name: 'proxy',
    cpu_request_cores: 0.01,
    memory_request_bytes: 32 * mebibyte,
    cpu_usage_cores: 0.004,
    memory_usage_bytes: 24 * mebibyte,
    restart_count: 0,
  };
  const main = {
    ...container,
    name: 'main',
    restart_count: n % 3,
    cpu_request_cores: 0.25,
    cpu_limit_cores: 1,
    cpu_usage_cores: usedCores(n, turn),
    memory_request_bytes: 512 * mebibyte,
    memory_limit_bytes: gibibyte,
    memory_usage_bytes: (300 + ((n + turn) % 100)) * mebibyte,
  };
  return {
    name: `${name}-${n}`,
    uid: toUuid(`pod ${n}`),
    namespace: toNamespace(workload),
    node_name: `node-${Math.floor(n / podsPerNode)}`,
    phase: 'Running',
    owner_kind: isStateful(workload) ? 'StatefulSet' : 'Deployment',
    owner_name: name,
    owner_uid: toUuid(`workload ${workload}`),
    containers: n % 2 === 0 ? [main, sidecar] : [main],
    labels: makeLabels(workload),
    creation_timestamp: created,
    qos_class: 'Burstable',
    service_account_name: 'default',
    pod_ip: '10.1.2.3',
    host_ip: '10.0.0.4',
    host_network: false,
  };
}

/** With all the digits that an agent sends. */
const usedCores = (n: number, turn: number) =>
  (50 + ((7 * n + 13 * turn) % 300)) / 1_000 + n / 99_991_000;

function makeWorkload(n: number, created: number) {
  const replicas = podsPerWorkload;
  return {
    name: `workload-${n}`,
    uid: toUuid(`workload ${n}`),
    namespace: toNamespace(n),
    replicas,
    available_replicas: replicas,
    updated_replicas: replicas,
    labels: makeLabels(n),
    creation_timestamp: created,
    ...(isStateful(n) ? { volume_claim_templates: ['data'] } : {}),
  };
}

const makeLabels = (workload: number) => ({
  'app.kubernetes.io/name': `workload-${workload}`,
  'app.kubernetes.io/instance': `workload-${workload}-${workload % 17}`,
  'app.kubernetes.io/version': `1.${workload % 40}.${workload % 7}`,
  'app.kubernetes.io/part-of': toNamespace(workload),
  'app.kubernetes.io/managed-by': 'Helm',
  'helm.sh/chart': `workload-${workload}-4.2.${workload % 9}`,
  'pod-template-hash': toUuid(`template ${workload}`).slice(0, 8),
  tier: 'backend',
  team: `team-${workload % 12}`,
  department: `department-${workload % 3}`,
});

/** One for each pod of the stateful workloads. */
function makeVolumes(workloads: readonly number[], created: number) {
  const claims = workloads.flatMap((workload) =>
    Array.from({ length: podsPerWorkload }, (_, n) => ({
      namespace: toNamespace(workload),
      name: `data-workload-${workload}-${n}`,
    })),
  );
  return {
    pvcs: claims,
    pvs: claims.map((claim) => ({
      name: `pv-${claim.name}`,
      capacity: 20 * gibibyte,
      storage_class_name: 'gp3',
      phase: 'Bound',
      claim_ref: claim,
      creation_timestamp: created,
    })),
  };
}

function toUuid(seed: string): string {
  const hex = createHash('md5').update(seed).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
