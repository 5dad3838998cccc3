import { controlPlaneFee, type ClusterPrices } from '@costplane/pricing';
import { frozenKinds } from '../frozen-kinds.ts';
import { type Snapshot } from '../snapshot-schema.ts';
import { amount } from './costs.ts';

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

function identifyCluster(snapshot: Snapshot): ClusterIdentity {
  const { provider, region = '' } = snapshot;
  return { provider: toProvider(provider), service: managedService(snapshot), region };
}

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
