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

/** Adds the columns of a TeamAssignment. */
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
 * Several sources may assign the same entity to the same team. The contract ("TeamAssignment") has
 * one row per entity and team: the row with the lowest id, with the weights added up as in the
 * roll-up. `offset 0` keeps the planner on the lookup by key, even with stale statistics.
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
