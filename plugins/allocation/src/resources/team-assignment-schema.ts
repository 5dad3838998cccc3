import {
  described,
  kind,
  namedObject,
  oneOf,
  referenceSchema,
  text,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** TeamAssignment (contract, "TeamAssignment"): one row per entity and team. */
export const teamAssignmentSchema = namedObject(
  'TeamAssignment',
  'An entity that a team pays for: one row per entity and team.',
  {
    id: uuid('Id of the assignment.'),
    kind: kind('TeamAssignment'),
    metadata: Type.Object(
      {
        team: described(referenceSchema, 'The team that pays.'),
        cluster: described(referenceSchema, 'The cluster of the entity.'),
        entity_type: oneOf(['workload', 'namespace'], {
          description: 'The entity that is assigned.',
        }),
        entity_identifier: Type.String({
          description: 'Uid of the workload, or name of the namespace.',
        }),
        entity_name: text('Name of the workload or namespace.'),
        entity_namespace: text('Namespace of the workload; for a namespace, its own name.'),
        weight_percentage: Type.Number({
          exclusiveMinimum: 0,
          description: "Share of the entity's cost that the team pays, in percent.",
        }),
        source: Type.String({
          description:
            'Source of the assignment, such as `user_manual`, `k8s_label`, `namespace_auto` or ' +
            '`backfill_v1`.',
        }),
        assigned_by_user_id: Type.Union([Type.String(), Type.Null()], {
          description: 'User who made the assignment; null when it was made automatically.',
        }),
        created_at: timestamp('Time of creation.'),
        updated_at: timestamp('Time of the last change.'),
      },
      { description: 'The team, the entity, and the source of the assignment.' },
    ),
  },
);

export type TeamAssignment = Static<typeof teamAssignmentSchema>;
