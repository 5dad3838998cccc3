import { named, oneOf, referenceSchema, timestamp, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

/** TeamAssignment (contract, "TeamAssignment"): one row per entity and team. */
export const teamAssignmentSchema = named(
  'TeamAssignment',
  Type.Object({
    id: uuid(),
    kind: oneOf(['TeamAssignment']),
    metadata: Type.Object({
      team: referenceSchema,
      cluster: referenceSchema,
      entity_type: oneOf(['workload', 'namespace']),
      entity_identifier: Type.String({
        description: 'Uid of the workload, or name of the namespace.',
      }),
      entity_name: Type.String(),
      entity_namespace: Type.String(),
      weight_percentage: Type.Number({
        exclusiveMinimum: 0,
        description: "Share of the entity's cost that the team pays.",
      }),
      source: Type.String({
        description:
          'Source of the assignment, such as `user_manual`, `k8s_label`, `namespace_auto` or ' +
          '`backfill_v1`.',
      }),
      assigned_by_user_id: Type.Union([Type.String(), Type.Null()], {
        description: 'User who made the assignment; null when it was made automatically.',
      }),
      created_at: timestamp(),
      updated_at: timestamp(),
    }),
  }),
);

export type TeamAssignment = Static<typeof teamAssignmentSchema>;
