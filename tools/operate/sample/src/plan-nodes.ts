import { type ClusterSpec } from './clusters.ts';
import { type ClusterLayout, type MachinePlan, type NodePlan } from './plan.ts';
import {
  between,
  seededHex,
  seededNumber,
  suffixNumbered,
  seededSuffix,
  seededUuid,
} from './seeded.ts';
import { type Turn } from './turns.ts';
import { fleetDay } from './units.ts';

/** Number of addresses for the nodes of a cluster. */
const addresses = 65_000;

/** An address that no other node of the cluster has, or has had recently. */
function nodeAddress({ machines }: ClusterLayout, { position }: MachinePlan, turn: number): number {
  const turns = Math.floor(addresses / machines.length);
  return (turn % turns) * machines.length + position + 10;
}

function nodeName({ spec }: ClusterLayout, plan: MachinePlan, address: number, ip: string): string {
  const { group, index } = plan;
  switch (spec.provider) {
    case 'aws':
      return `ip-${ip.replaceAll('.', '-')}.${spec.region}.compute.internal`;
    case 'gcp':
      return `gke-${spec.name}-${group.name}-${seededSuffix(`${spec.name}/${group.name}`, 8)}-${suffixNumbered(address, 4)}`;
    case 'azure':
      return `aks-${group.name}-${String(10_000_000 + (seededNumber(spec.name + group.name) % 89_999_999))}-vmss${address.toString(36).padStart(6, '0')}`;
    case '':
      return `${group.name}-${String(index + 1).padStart(2, '0')}.${spec.name}.example.com`;
  }
}

function instanceId(spec: ClusterSpec, name: string, address: number): string {
  if (spec.provider === 'aws') return `i-0${seededHex(`${spec.name}/${name}`, 16)}`;
  if (spec.provider === 'azure') return String(address);
  return name;
}

/** The uid of the node with this name. */
export const nodeUid = (cluster: string, node: string): string =>
  seededUuid(`${cluster}/node/${node}`);

/** The node of a machine from a time on; null: its first node. */
export function planNode(layout: ClusterLayout, plan: MachinePlan, turn: Turn | null): NodePlan {
  const { spec } = layout;
  const address = nodeAddress(layout, plan, turn?.number ?? 0);
  const ip = `10.${String(20 + (layout.index % 200))}.${String(address >> 8)}.${String(address & 255)}`;
  const name = nodeName(layout, plan, address, ip);
  return {
    name,
    uid: nodeUid(spec.name, name),
    ip,
    zone: plan.zone,
    instanceId: instanceId(spec, name, address),
    group: plan.group,
    machine: plan.machine,
    createdAt: turn?.since ?? fleetDay(between(`${spec.name}/${name}/age`, 0, 90)),
  };
}
