import { clusters } from './resources/clusters.ts';
import { departments } from './resources/departments.ts';
import { namespaces } from './resources/namespaces.ts';
import { nodeGroups } from './resources/node-groups.ts';
import { nodes } from './resources/nodes.ts';
import { recommendations } from './resources/recommendations.ts';
import { teams } from './resources/teams.ts';
import { workloads } from './resources/workloads.ts';
import { type ResourceName } from './resource-names.ts';
import { type Resource } from './resources/resource.ts';

const resources = {
  clusters,
  namespaces,
  workloads,
  nodes,
  'node-groups': nodeGroups,
  recommendations,
  teams,
  departments,
} satisfies Record<ResourceName, unknown>;

export const findResource = (name: ResourceName) => resources[name] as Resource<unknown>;
