import { anyOf } from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllocationRows, type OwnerRow } from '../tables.ts';
import { type AllocationScope } from './allocation-scope.ts';
import { hasOrigin, toOrigin } from './origin.ts';
import { visibleDepartments, visibleTeams } from './visible.ts';
import { countOwners, type Owners, rollUp, type RollUpFigures } from './roll-up/roll-up.ts';

/** Values of one filter are joined by OR, filters by AND; `undefined` means no filter. */
export interface TeamFilters {
  readonly id?: string;
  readonly department_id?: readonly string[] | undefined;
  readonly origin?: readonly string[] | undefined;
}

/** A team and its figures. */
export interface TeamRow extends OwnerRow, RollUpFigures {
  readonly department_id: string | null;
  readonly department_name: string | null;
}

/** The matching teams, highest run rate over the basis first, ties by id. */
export const selectTeams = (
  scope: AllocationScope,
  filters: TeamFilters,
  basis: Basis,
  page?: PageRequest,
): RawBuilder<TeamRow> => rollUp(scope, teamsThat(scope, matching(filters)), basis, page);

/** Number of matching teams, not only of one page. */
export const countTeams = (
  db: Kysely<AllocationRows>,
  scope: AllocationScope,
  filters: TeamFilters,
) => countOwners(db, teamsThat(scope, matching(filters)));

/** Id and name of one team. */
export const selectTeamName = (
  db: Kysely<AllocationRows>,
  scope: AllocationScope,
  teamId: string,
) =>
  db
    .selectFrom('teams as team')
    .select(['id', 'name'])
    .where('organization_id', '=', scope.organization.id)
    .where(matching({ id: teamId }))
    .where(visibleTeams(scope));

/** With `department_id`, teams without a department that the key may read do not match. */
function matching({ id, department_id, origin }: TeamFilters): RawBuilder<boolean> {
  if (id !== undefined) return sql`team.id = ${id}::uuid`;
  if (!department_id) return hasOrigin('team', origin);
  return sql`department.id = ${anyOf(department_id, 'uuid')} and ${hasOrigin('team', origin)}`;
}

const teamsThat = (scope: AllocationScope, condition: RawBuilder<boolean>): Owners => ({
  rows: sql`
    select team.id, team.name, team.description, ${toOrigin('team')} as origin, team.owner_email,
      team.created_at, team.updated_at, department.id as department_id, department_name
    from teams as team
    left join (
      select id, name as department_name from departments as department
      where organization_id = ${scope.organization.id}::uuid and ${visibleDepartments(scope)}
    ) as department on department.id = team.department_id
    where team.organization_id = ${scope.organization.id}::uuid and ${condition}
      and ${visibleTeams(scope)}`,
  teams: sql`select id as owner_id, id as team_id from owner`,
});
