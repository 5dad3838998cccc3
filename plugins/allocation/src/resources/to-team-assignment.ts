import { type AssignmentRow } from '../queries/select-team-assignments.ts';
import { type TeamAssignment } from './team-assignment-schema.ts';

export const toTeamAssignment = (
  row: AssignmentRow,
  team: TeamAssignment['metadata']['team'],
): TeamAssignment => ({
  id: row.id,
  kind: 'TeamAssignment',
  metadata: {
    team,
    cluster: { id: row.cluster_id, name: row.cluster_name },
    entity_type: row.entity_type as TeamAssignment['metadata']['entity_type'],
    entity_identifier: row.entity_identifier,
    entity_name: row.entity_name,
    entity_namespace: row.entity_namespace,
    weight_percentage: Number(row.weight_percentage),
    source: row.source,
    assigned_by_user_id: row.assigned_by_user_id,
    created_at: row.created_at,
    updated_at: row.updated_at,
  },
});
