import { type MachineTypeName } from './machine-types.ts';

export type Environment = 'production' | 'non-production' | 'staging' | 'dev';

/** Machines of one type that are purchased and scaled together. */
export interface NodeGroupSpec {
  name: string;
  machine: MachineTypeName;
  count: number;
  spot?: boolean;
}

/** One cluster of the demo fleet, as data. */
export interface ClusterSpec {
  name: string;
  environment: Environment;
  provider: 'aws' | 'gcp' | 'azure' | '';
  region: string;
  zones: readonly [string, ...string[]];
  account: string;
  kubernetes_version: string;
  groups: readonly NodeGroupSpec[];
  /** Whether the size of its groups, except those with GPUs, follows from the requests of its pods. */
  isSizedByRequests?: boolean;
  /** Names of entries in `namespaces.ts`. */
  namespaces: readonly string[];
  deploymentsPerNamespace: number;
  statefulSetsPerNamespace: number;
  cronJobsPerNamespace: number;
  /** Whether workloads repeat the owner labels of their namespace. */
  labelsWorkloads: boolean;
  /** Minimum and maximum replicas of an ordinary Deployment. */
  replicas: readonly [number, number];
  hasMetrics: boolean;
  /** Offset in hours from UTC of its users' time zone. */
  utcOffset_hours: number;
  /** Age of its latest snapshot in minutes. */
  age_minutes?: number;
}

const shop = ['storefront', 'checkout', 'payments', 'catalog', 'search', 'orders', 'customers'];

/** The small demo fleet. */
export const clusterSpecs: readonly ClusterSpec[] = [
  {
    name: 'shop-production',
    environment: 'production',
    provider: 'aws',
    region: 'eu-west-1',
    zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
    account: '111122223333',
    kubernetes_version: 'v1.33.4-eks-3025e55',
    groups: [
      { name: 'general', machine: 'm6i.2xlarge', count: 8 },
      { name: 'memory', machine: 'r6i.xlarge', count: 4 },
      { name: 'spot', machine: 'c6i.xlarge', count: 5, spot: true },
    ],
    namespaces: [...shop, 'fulfilment', 'notifications'],
    deploymentsPerNamespace: 12,
    statefulSetsPerNamespace: 2,
    cronJobsPerNamespace: 2,
    labelsWorkloads: true,
    replicas: [2, 4],
    hasMetrics: true,
    utcOffset_hours: 1,
  },
  {
    name: 'shop-staging',
    environment: 'staging',
    provider: 'aws',
    region: 'eu-west-1',
    zones: ['eu-west-1a', 'eu-west-1b'],
    account: '111122224444',
    kubernetes_version: 'v1.33.4-eks-3025e55',
    groups: [
      { name: 'general', machine: 'm6i.xlarge', count: 2 },
      { name: 'spot', machine: 'm6i.xlarge', count: 5, spot: true },
    ],
    namespaces: [...shop, 'fulfilment', 'notifications'],
    deploymentsPerNamespace: 7,
    statefulSetsPerNamespace: 1,
    cronJobsPerNamespace: 1,
    labelsWorkloads: true,
    replicas: [1, 3],
    hasMetrics: true,
    utcOffset_hours: 1,
  },
  {
    name: 'data-production',
    environment: 'production',
    provider: 'gcp',
    region: 'us-central1',
    zones: ['us-central1-a', 'us-central1-b', 'us-central1-c'],
    account: 'example-data-prod',
    kubernetes_version: 'v1.33.4-gke.1245000',
    groups: [
      { name: 'standard', machine: 'n2-standard-8', count: 6 },
      { name: 'services', machine: 'e2-standard-4', count: 4 },
      { name: 'batch-spot', machine: 'n2-standard-4', count: 3, spot: true },
    ],
    namespaces: ['ingestion', 'warehouse', 'streaming', 'reporting', 'features', 'recommendations'],
    deploymentsPerNamespace: 11,
    statefulSetsPerNamespace: 2,
    cronJobsPerNamespace: 3,
    labelsWorkloads: true,
    replicas: [2, 5],
    hasMetrics: true,
    utcOffset_hours: -6,
  },
  {
    name: 'analytics-nonprod',
    environment: 'non-production',
    provider: 'azure',
    region: 'eastus',
    zones: ['eastus-1', 'eastus-2', 'eastus-3'],
    account: '7d1c6c2e-2f43-4b6b-9d58-5e0f4a6f3b10',
    kubernetes_version: 'v1.33.3',
    groups: [
      { name: 'system', machine: 'Standard_D4s_v5', count: 4 },
      { name: 'workers', machine: 'Standard_D8s_v5', count: 2 },
      { name: 'memspot', machine: 'Standard_E4s_v5', count: 3, spot: true },
    ],
    namespaces: ['reporting', 'experiments', 'forecasting', 'notebooks', 'sandbox'],
    deploymentsPerNamespace: 9,
    statefulSetsPerNamespace: 1,
    cronJobsPerNamespace: 2,
    labelsWorkloads: false,
    replicas: [1, 6],
    hasMetrics: true,
    utcOffset_hours: -5,
  },
  {
    name: 'research-onprem',
    environment: 'dev',
    provider: '',
    region: '',
    zones: [''],
    account: '',
    kubernetes_version: 'v1.32.8',
    groups: [
      { name: 'cpu', machine: 'rack-16', count: 5 },
      { name: 'gpu', machine: 'rack-gpu', count: 3 },
    ],
    namespaces: ['vision', 'language', 'robotics', 'sandbox'],
    deploymentsPerNamespace: 7,
    statefulSetsPerNamespace: 1,
    cronJobsPerNamespace: 1,
    labelsWorkloads: false,
    replicas: [1, 6],
    hasMetrics: false,
    utcOffset_hours: 1,
  },
  {
    name: 'ml-training',
    environment: 'non-production',
    provider: 'aws',
    region: 'us-east-1',
    zones: ['us-east-1a', 'us-east-1b'],
    account: '111122225555',
    kubernetes_version: 'v1.32.7-eks-ace6451',
    groups: [
      { name: 'general', machine: 'm6i.xlarge', count: 3 },
      { name: 'gpu', machine: 'g4dn.xlarge', count: 3, spot: true },
    ],
    namespaces: ['features', 'training', 'experiments'],
    deploymentsPerNamespace: 8,
    statefulSetsPerNamespace: 1,
    cronJobsPerNamespace: 1,
    labelsWorkloads: false,
    replicas: [1, 3],
    hasMetrics: true,
    utcOffset_hours: -5,
    age_minutes: 20,
  },
];
