import { controlPlaneFee, type ClusterPrices } from '@costplane/pricing';
import { frozenKinds } from '../frozen-kinds.ts';
import { type Snapshot } from '../snapshot-schema.ts';
import { amount } from './costs.ts';
import { providerOfNode } from './nodes.ts';

const providers = ['aws', 'gcp', 'azure'];

/** Facts that derive from the nodes, and that prices depend on. */
export interface ClusterIdentity {
  provider: string;
  service: string;
  region: string;
}

export interface ClusterFacts extends ClusterIdentity {
  k8s_version: string;
  agent_version: string;
  management_hourly: string | null;
}

export function describeCluster(
  snapshot: Snapshot,
  prices: ClusterPrices,
  stored: ClusterIdentity | undefined,
): ClusterFacts {
  const identity = stored ?? identifyCluster(snapshot);
  return {
    ...identity,
    k8s_version: snapshot.kubernetes_version ?? '',
    agent_version: snapshot.agent_version ?? '',
    management_hourly: amount(controlPlaneFee(identity, prices)),
  };
}

export function areNodesKnown(snapshot: Snapshot): boolean {
  return snapshot.nodes.length > 0 || !frozenKinds(snapshot).has('nodes');
}

const serviceProviders: Partial<Record<string, string>> = { EKS: 'aws', GKE: 'gcp', AKS: 'azure' };

/**
 * The agent reports provider and region of the node that it happens to list first. If nodes differ,
 * those of most nodes are used. A managed control plane is at its provider, wherever most nodes are.
 */
function identifyCluster(snapshot: Snapshot): ClusterIdentity {
  const { nodes } = snapshot;
  const service = managedService(snapshot);
  const reported = {
    provider: toProvider(snapshot.provider),
    service,
    region: snapshot.region ?? '',
  };
  const places = nodes.map(
    (node) => `${providerOfNode(node, reported.provider)} ${node.region ?? ''}`,
  );
  if (new Set(places).size <= 1) return reported;
  const providers = nodes
    .filter(({ provider_id = '' }) => provider_id !== '')
    .map((node) => providerOfNode(node, ''));
  const provider =
    providers.find((name) => name === serviceProviders[service]) ??
    findMostFrequent(providers) ??
    reported.provider;
  const regions = nodes
    .filter((node) => providerOfNode(node, provider) === provider)
    .map(({ region = '' }) => region)
    .filter((region) => region !== '');
  return { provider, service, region: findMostFrequent(regions) ?? reported.region };
}

/** Of equally frequent names, the first one in alphabetical order. */
const findMostFrequent = (names: readonly string[]): string | undefined =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => ({ name, length }))
    .sort((a, b) => b.length - a.length || (a.name < b.name ? -1 : 1))[0]?.name;

function toProvider(name: string | undefined): string {
  return name !== undefined && providers.includes(name) ? name : 'on-prem';
}

/**
 * The agent does not report the managed service; it is recognized by versions and labels. Older
 * agents only report the version of the nodes.
 */
function managedService({ kubernetes_version = '', nodes }: Snapshot): string {
  const versions =
    kubernetes_version === ''
      ? nodes.map(({ kubelet_version = '' }) => kubelet_version)
      : [kubernetes_version];
  const hasVersion = (part: string) => versions.some((version) => version.includes(part));
  const hasLabel = (prefix: string) =>
    nodes.some(({ labels }) => Object.keys(labels ?? {}).some((key) => key.startsWith(prefix)));
  if (hasVersion('-eks-') || hasLabel('eks.amazonaws.com/')) return 'EKS';
  if (hasVersion('-gke.') || hasLabel('cloud.google.com/gke-')) return 'GKE';
  if (hasLabel('kubernetes.azure.com/')) return 'AKS';
  return '';
}
