import {
  booleanParameter,
  csv,
  enumParameter,
  optional,
  textParameter,
} from '@costplane/plugin-api';
import { longestGroupName } from '../resources/node-group-schema.ts';
import { architectures, capacityTypes } from '../resources/node-schema.ts';

/** The filters of both node lists (contract, "Nodes"). */
export const nodeFilters = {
  node_group: csv(textParameter('Names of node groups.', { maxLength: longestGroupName })),
  instance_type: csv(textParameter('Instance types, spelled as the cloud provider spells them.')),
  zone: csv(textParameter('Availability zones, spelled as the cloud provider spells them.')),
  is_spot: optional(booleanParameter('Whether the node runs on spot capacity.')),
  is_ready: optional(booleanParameter('Whether Kubernetes reports the node as ready.')),
  architecture: csv(enumParameter(architectures, 'CPU architectures.')),
  capacity_type: csv(enumParameter(capacityTypes, 'Capacity types.')),
};
