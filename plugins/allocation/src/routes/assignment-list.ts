import { defineList, type ListContext } from '@costplane/plugin-api/listing';
import { describeAssignments, selectAssignments } from '../queries/select-team-assignments.ts';
import { type TeamAssignment } from '../resources/team-assignment-schema.ts';
import { toTeamAssignment } from '../resources/to-team-assignment.ts';

interface TeamContext extends ListContext {
  readonly team: TeamAssignment['metadata']['team'];
}

/** The assignments of a team, sorted by id. */
export const assignmentList = defineList({
  from: selectAssignments,
  clusters: 'assignment.cluster_id',
  filters: {
    team_id: 'assignment.team_id',
    entity_type: 'assignment.entity_type',
    source: 'assignment.source',
  },
  order: { id: 'assignment.id' },
  select: describeAssignments,
  toResource: (row, { team }: TeamContext) => toTeamAssignment(row, team),
});
