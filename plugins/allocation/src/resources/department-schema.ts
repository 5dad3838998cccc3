import { count, directCostSchema, kind, namedObject, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { assignedCounts, ownerMetadata } from './owner-schema.ts';

/** Department (contract, "Department"): the sum over its teams, in the clusters that the key may read. */
export const departmentSchema = namedObject(
  'Department',
  'A department: the sum over its teams, in the clusters that the key may read.',
  {
    id: uuid('Id of the department.'),
    kind: kind('Department'),
    metadata: Type.Object(ownerMetadata, { description: 'Name and origin.' }),
    teams: count('Teams of the department.'),
    ...assignedCounts,
    cost: directCostSchema,
  },
);

export type Department = Static<typeof departmentSchema>;
