import { count, directCostSchema, named, oneOf, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { assignedCounts, ownerMetadata } from './owner-schema.ts';

/** Department (contract, "Department"): its teams rolled up, over the clusters of the key. */
export const departmentSchema = named(
  'Department',
  Type.Object({
    id: uuid(),
    kind: oneOf(['Department']),
    metadata: Type.Object(ownerMetadata),
    teams: count('Teams of the department.'),
    ...assignedCounts,
    cost: directCostSchema,
  }),
);

export type Department = Static<typeof departmentSchema>;
