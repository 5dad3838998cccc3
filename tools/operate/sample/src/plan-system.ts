import { type ClusterSpec } from './clusters.ts';
import { fixedContainer } from './plan-containers.ts';
import { planWorkload } from './plan-workloads.ts';
import { type WorkloadKind, type WorkloadPlan } from './plan.ts';
import { fleetDay } from './units.ts';

interface SystemSpec {
  kind: WorkloadKind;
  namespace: string;
  name: string;
  image: string;
  cores: number;
  memoryMiB: number;
  replicas?: number;
  only?: readonly ClusterSpec['provider'][];
  needsMetrics?: boolean;
}

const system: readonly SystemSpec[] = [
  {
    kind: 'DaemonSet',
    namespace: 'kube-system',
    name: 'aws-node',
    image: 'eks/vpc-cni:v1.19.6',
    cores: 0.05,
    memoryMiB: 64,
    only: ['aws'],
  },
  {
    kind: 'DaemonSet',
    namespace: 'kube-system',
    name: 'cilium',
    image: 'cilium/cilium:v1.17.5',
    cores: 0.1,
    memoryMiB: 192,
    only: ['gcp', 'azure', ''],
  },
  {
    kind: 'DaemonSet',
    namespace: 'kube-system',
    name: 'kube-proxy',
    image: 'kubernetes/kube-proxy:v1.33.4',
    cores: 0.05,
    memoryMiB: 48,
  },
  {
    kind: 'DaemonSet',
    namespace: 'monitoring',
    name: 'node-exporter',
    image: 'prometheus/node-exporter:v1.9.1',
    cores: 0.02,
    memoryMiB: 32,
  },
  {
    kind: 'DaemonSet',
    namespace: 'logging',
    name: 'fluent-bit',
    image: 'fluent/fluent-bit:4.0.3',
    cores: 0.05,
    memoryMiB: 96,
  },
  {
    kind: 'Deployment',
    namespace: 'kube-system',
    name: 'coredns',
    image: 'coredns/coredns:v1.12.1',
    cores: 0.1,
    memoryMiB: 70,
    replicas: 2,
  },
  {
    kind: 'Deployment',
    namespace: 'kube-system',
    name: 'cluster-autoscaler',
    image: 'autoscaling/cluster-autoscaler:v1.33.0',
    cores: 0.1,
    memoryMiB: 300,
    only: ['aws', 'azure'],
  },
  {
    kind: 'Deployment',
    namespace: 'kube-system',
    name: 'metrics-server',
    image: 'metrics-server/metrics-server:v0.8.0',
    cores: 0.1,
    memoryMiB: 200,
    needsMetrics: true,
  },
  {
    kind: 'Deployment',
    namespace: 'ingress-nginx',
    name: 'ingress-nginx-controller',
    image: 'ingress-nginx/controller:v1.13.0',
    cores: 0.2,
    memoryMiB: 256,
    replicas: 2,
  },
  {
    kind: 'Deployment',
    namespace: 'cert-manager',
    name: 'cert-manager',
    image: 'jetstack/cert-manager-controller:v1.18.2',
    cores: 0.05,
    memoryMiB: 96,
  },
  {
    kind: 'Deployment',
    namespace: 'cert-manager',
    name: 'cert-manager-webhook',
    image: 'jetstack/cert-manager-webhook:v1.18.2',
    cores: 0.02,
    memoryMiB: 48,
  },
  {
    kind: 'Deployment',
    namespace: 'monitoring',
    name: 'grafana',
    image: 'grafana/grafana:12.0.2',
    cores: 0.1,
    memoryMiB: 256,
  },
  {
    kind: 'Deployment',
    namespace: 'monitoring',
    name: 'kube-state-metrics',
    image: 'kube-state-metrics/kube-state-metrics:v2.16.0',
    cores: 0.05,
    memoryMiB: 128,
  },
  {
    kind: 'StatefulSet',
    namespace: 'monitoring',
    name: 'prometheus',
    image: 'prometheus/prometheus:v3.5.0',
    cores: 0.5,
    memoryMiB: 2048,
  },
  {
    kind: 'Deployment',
    namespace: 'cost-agent',
    name: 'cost-agent',
    image: 'cost-agent/agent:v2.2.0',
    cores: 0.05,
    memoryMiB: 128,
  },
];

const critical = new Set(['kube-system']);

/** The system workloads of a cluster: network, logs, metrics, ingress, certificates, the agent. */
export function planSystemWorkloads(spec: ClusterSpec): WorkloadPlan[] {
  return system
    .filter(({ only, needsMetrics }) => {
      const fits = !only || only.includes(spec.provider);
      return fits && (!needsMetrics || spec.hasMetrics);
    })
    .map(({ kind, namespace, name, image, replicas = 1, ...sizes }) => ({
      ...planWorkload(spec.name, kind, namespace, name),
      createdAt: fleetDay(0.5),
      serviceAccount: name,
      replicas: kind === 'DaemonSet' ? 0 : replicas,
      containers: [fixedContainer(name, image, sizes)],
      rhythm: 'even',
      priorityClass: critical.has(namespace) ? 'system-cluster-critical' : '',
      ...(kind === 'StatefulSet' && { volume_bytes: 100 * 1024 ** 3 }),
    }));
}

/** Namespaces of every cluster; only those of the platform team have an owner. */
export const systemNamespaces = [
  'default',
  'kube-system',
  'monitoring',
  'logging',
  'ingress-nginx',
  'cert-manager',
  'cost-agent',
];

export const platformNamespaces: readonly string[] = [
  'monitoring',
  'logging',
  'ingress-nginx',
  'cert-manager',
];
