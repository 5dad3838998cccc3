import type { ClusterSpec, NodeGroupSpec } from './clusters.ts';
import { machineTypes } from './machine-types.ts';
import type { NodePlan } from './plan.ts';
import { between, hexOf, numberOf, suffixOf, uuidOf } from './seeded.ts';
import { fleetDay } from './units.ts';

function nodeName(spec: ClusterSpec, group: NodeGroupSpec, index: number, ip: string): string {
  switch (spec.provider) {
    case 'aws':
      return `ip-${ip.replaceAll('.', '-')}.${spec.region}.compute.internal`;
    case 'gcp':
      return `gke-${spec.name}-${group.name}-${suffixOf(`${spec.name}/${group.name}`, 8)}-${suffixOf(ip, 4)}`;
    case 'azure':
      return `aks-${group.name}-${String(10_000_000 + (numberOf(spec.name + group.name) % 89_999_999))}-vmss00000${index.toString(36)}`;
    case '':
      return `${group.name}-${String(index + 1).padStart(2, '0')}.${spec.name}.example.com`;
  }
}

function instanceId(spec: ClusterSpec, name: string): string {
  if (spec.provider === 'aws') return `i-0${hexOf(`${spec.name}/${name}`, 16)}`;
  if (spec.provider === 'azure') return name.slice(name.lastIndexOf('0') + 1);
  return name;
}

/** The nodes of a cluster: every machine of every group. */
export function planNodes(spec: ClusterSpec, clusterIndex: number): NodePlan[] {
  let position = 0;
  return spec.groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, index) => {
      position += 1;
      const ip = `10.${String(20 + clusterIndex)}.${String(position % 3)}.${String(10 + position)}`;
      const name = nodeName(spec, group, index, ip);
      return {
        name,
        uid: uuidOf(`${spec.name}/node/${name}`),
        ip,
        zone: spec.zones[position % spec.zones.length] ?? spec.zones[0],
        instanceId: instanceId(spec, name),
        group,
        machine: machineTypes[group.machine],
        createdAt: fleetDay(between(`${spec.name}/${name}/age`, 0, 90)),
      };
    }),
  );
}
