import { oneOf } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const department = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  owner_email: Type.Optional(Type.String()),
  origin: Type.Optional(Type.String()),
};

const team = { ...department, department: Type.Optional(Type.String()) };

const assignment = {
  team: Type.String(),
  cluster: Type.String(),
  entity_type: oneOf(['workload', 'namespace']),
  entity: Type.String(),
  namespace: Type.Optional(Type.String()),
  weight: Type.Optional(Type.Number({ fix: 'give a decimal such as 33.34, without quotes' })),
};

const closed = { additionalProperties: false };
const list = (key: string) => ({ fix: `write "${key}: []" if there are none` });

/** The schema of an allocation file. All three lists are required, so that none is emptied by omission. */
export const allocationSchema = Type.Object(
  {
    departments: Type.Array(Type.Object(department, closed), list('departments')),
    teams: Type.Array(Type.Object(team, closed), list('teams')),
    assignments: Type.Array(Type.Object(assignment, closed), list('assignments')),
  },
  {
    ...closed,
    fix: 'write the keys departments, teams and assignments, each with [] if there are none',
  },
);

/** The schemas of entries, which also accept unknown keys. */
export const entrySchemas = {
  departments: Type.Object(department),
  teams: Type.Object(team),
  assignments: Type.Object(assignment),
};

export type DepartmentEntry = Static<typeof entrySchemas.departments>;
export type TeamEntry = Static<typeof entrySchemas.teams>;
export type AssignmentEntry = Static<typeof entrySchemas.assignments>;
