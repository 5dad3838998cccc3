import { afterKey, type PageRequest } from '@costplane/plugin-api';
import { anyOf, clusterName } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { type AllocationRows } from '../tables.ts';

/** Whose assignments, and of which clusters. */
export interface AssignmentScope {
  readonly organizationId: string;
  readonly teamId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface AssignmentFilters {
  readonly entity_type?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
}

/** One page of a team's assignments by id. Asks for one row more than the page. */
export function selectAssignmentPage(
  db: Kysely<AllocationRows>,
  scope: AssignmentScope,
  filters: AssignmentFilters,
  page: PageRequest,
) {
  const query = assignmentsIn(db, scope, filters)
    .select([
      'assignment.id',
      'assignment.cluster_id',
      clusterName('assignment'),
      'assignment.entity_type',
      'assignment.entity_identifier',
      'assignment.entity_name',
      'assignment.entity_namespace',
      'pair.weight_percentage',
      'assignment.source',
      'assignment.assigned_by_user_id',
      'assignment.created_at',
      'assignment.updated_at',
    ])
    .orderBy('assignment.id')
    .limit(page.limit + 1);
  return page.after ? query.where(afterKey(['assignment.id'], page.after)) : query;
}

/** How many assignments match, whatever the page. */
export const countAssignments = (
  db: Kysely<AllocationRows>,
  scope: AssignmentScope,
  filters: AssignmentFilters,
) => assignmentsIn(db, scope, filters).select(({ fn }) => fn.countAll<number>().as('total'));

function assignmentsIn(
  db: Kysely<AllocationRows>,
  { organizationId, teamId, clusters }: AssignmentScope,
  { entity_type, source }: AssignmentFilters,
) {
  let query = db
    .selectFrom('team_assignments as assignment')
    .innerJoinLateral(pair, (join) => join.onTrue())
    .where('assignment.organization_id', '=', organizationId)
    .where('assignment.team_id', '=', teamId)
    .where('pair.is_first', '=', true);
  if (clusters) query = query.where('assignment.cluster_id', '=', anyOf(clusters, 'uuid'));
  if (entity_type) query = query.where('assignment.entity_type', '=', anyOf(entity_type, 'text'));
  if (source) query = query.where('assignment.source', '=', anyOf(source, 'text'));
  return query;
}

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
  ReturnType<ReturnType<typeof selectAssignmentPage>['executeTakeFirstOrThrow']>
>;
