import { selectedColumns } from '@costplane/plugin-api';
import { clusterName } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type AllocationRows, assignmentFields } from '../tables.ts';

/** The assignments of an organization, one per entity and team. */
export const selectAssignments = (db: Kysely<AllocationRows>, organizationId: string) =>
  db
    .selectFrom('team_assignments as assignment')
    .innerJoinLateral(pair, (join) => join.onTrue())
    .where('assignment.organization_id', '=', organizationId)
    .where('pair.is_first', '=', true);

/** Adds what a TeamAssignment is made of. */
export const describeAssignments = (
  assignments: ReturnType<typeof selectAssignments>,
  _: string,
  clusters: readonly string[] | null,
) =>
  assignments.select([
    ...selectedColumns('assignment', assignmentFields),
    clusterName('assignment', clusters),
    'pair.weight_percentage',
  ]);

/**
 * The same entity may be assigned to the same team by several sources. There is one row per entity
 * and team (contract, "TeamAssignment"): the one of the lowest id, with the whole share, as the
 * roll-up weighs it. `offset 0` has the entity looked up by its key, whatever statistics say.
 */
const pair = sql<{ weight_percentage: string; is_first: boolean }>`(
  select sum(weight_percentage) as weight_percentage, bool_and(id >= assignment.id) as is_first
  from (
    select same.id, same.team_id, same.weight_percentage
    from team_assignments as same
    where same.organization_id = assignment.organization_id
      and same.cluster_id = assignment.cluster_id
      and same.entity_type = assignment.entity_type
      and same.entity_identifier = assignment.entity_identifier
    offset 0
  ) as entity
  where entity.team_id = assignment.team_id
)`.as('pair');

export type AssignmentRow = Awaited<
  ReturnType<ReturnType<typeof describeAssignments>['executeTakeFirstOrThrow']>
>;
