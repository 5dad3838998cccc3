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
  instance_type: csv(textParameter('Instance types, as the provider spells them.')),
  zone: csv(textParameter('Availability zones, as the provider spells them.')),
  is_spot: optional(booleanParameter('Whether it runs on spot capacity.')),
  is_ready: optional(booleanParameter('Whether Kubernetes reports it as ready.')),
  architecture: csv(enumParameter(architectures, 'CPU architectures.')),
  capacity_type: csv(enumParameter(capacityTypes, 'Kinds of capacity.')),
};
