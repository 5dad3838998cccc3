import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from '../allocation-scope.ts';

/**
 * An owner's share (0 to 1) of an entity: the weights of its assignments added up, so that a
 * department has an entity once, however many of its teams share it. A product, since a quotient
 * of numerics is rounded.
 */
export const shareOfOwner = sql`sum(assignment.weight_percentage) * 0.01`;

/** The namespaces that are assigned to each owner. */
export const assignedNamespaces = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select owner_team.owner_id, assignment.cluster_id, assignment.entity_identifier as name,
    ${shareOfOwner} as share
  from owner_team
  join team_assignments as assignment on assignment.team_id = owner_team.team_id
  where ${inScope(scope, 'assignment')} and assignment.entity_type = 'namespace'
  group by owner_team.owner_id, assignment.cluster_id, assignment.entity_identifier`;
