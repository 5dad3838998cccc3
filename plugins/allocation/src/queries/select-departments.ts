import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllocationRows, type OwnerRow } from '../tables.ts';
import { type AllocationScope } from './allocation-scope.ts';
import { hasOrigin, toOrigin } from './origin.ts';
import { visibleDepartments, visibleTeams } from './visible.ts';
import { countOwners, type Owners, rollUp, type RollUpFigures } from './roll-up/roll-up.ts';

/** Values of one filter are joined by OR; `undefined` means no filter. */
export interface DepartmentFilters {
  readonly id?: string;
  readonly origin?: readonly string[] | undefined;
}

/** A department and the figures of its teams. */
export type DepartmentRow = OwnerRow & RollUpFigures;

/** The matching departments, highest run rate over the basis first, ties by id. */
export const selectDepartments = (
  scope: AllocationScope,
  filters: DepartmentFilters,
  basis: Basis,
  page?: PageRequest,
): RawBuilder<DepartmentRow> =>
  rollUp(scope, departmentsThat(scope, matching(filters)), basis, page);

/** Number of matching departments, not only of one page. */
export const countDepartments = (
  db: Kysely<AllocationRows>,
  scope: AllocationScope,
  filters: DepartmentFilters,
) => countOwners(db, departmentsThat(scope, matching(filters)));

const matching = ({ id, origin }: DepartmentFilters) =>
  id === undefined ? hasOrigin('department', origin) : sql<boolean>`department.id = ${id}::uuid`;

const departmentsThat = (scope: AllocationScope, condition: RawBuilder<boolean>): Owners => ({
  rows: sql`
    select department.id, department.name, department.description,
      ${toOrigin('department')} as origin, department.owner_email,
      department.created_at, department.updated_at
    from departments as department
    where department.organization_id = ${scope.organization.id}::uuid and ${condition}
      and ${visibleDepartments(scope)}`,
  teams: sql`
    select owner.id as owner_id, team.id as team_id
    from owner
    join teams as team on team.department_id = owner.id
    where team.organization_id = ${scope.organization.id}::uuid and ${visibleTeams(scope)}`,
});
