import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllocationRows } from '../tables.ts';
import { type AllocationScope } from './allocation-scope.ts';
import { ofOrigin, toOrigin } from './origin.ts';
import { visibleDepartments, visibleTeams } from './visible.ts';
import { type Owners, type RollUpFigures, rollUpOne, rollUpPage } from './roll-up/roll-up.ts';

/** Values of one filter are joined by OR; `undefined` filters nothing. */
export interface DepartmentFilters {
  readonly origin?: readonly string[] | undefined;
}

interface OwnColumns {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly owner_email: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A department with the figures of its teams. */
export type DepartmentRow = OwnColumns & RollUpFigures;

/** One page of departments, highest run rate over the basis first, ties by id. */
export const selectDepartmentPage = (
  scope: AllocationScope,
  { origin }: DepartmentFilters,
  basis: Basis,
  page: PageRequest,
): RawBuilder<DepartmentRow> =>
  rollUpPage<OwnColumns>(
    scope,
    departmentsThat(scope, ofOrigin('department', origin)),
    basis,
    page,
  );

/** One department of the organization. */
export const selectDepartment = (
  scope: AllocationScope,
  departmentId: string,
  basis: Basis,
): RawBuilder<DepartmentRow> =>
  rollUpOne<OwnColumns>(
    scope,
    departmentsThat(scope, sql<boolean>`department.id = ${departmentId}::uuid`),
    basis,
  );

/** How many departments match, whatever the page. */
export const countDepartments = (
  db: Kysely<AllocationRows>,
  scope: AllocationScope,
  { origin }: DepartmentFilters,
) =>
  db
    .selectFrom('departments as department')
    .where('organization_id', '=', scope.organizationId)
    .where(ofOrigin('department', origin))
    .where(visibleDepartments(scope))
    .select(({ fn }) => fn.countAll<number>().as('total'));

const departmentsThat = (scope: AllocationScope, condition: RawBuilder<boolean>): Owners => ({
  rows: sql`
    select department.id, department.name, department.description,
      ${toOrigin('department')} as origin, department.owner_email,
      department.created_at, department.updated_at
    from departments as department
    where department.organization_id = ${scope.organizationId}::uuid and ${condition}
      and ${visibleDepartments(scope)}`,
  teams: sql`
    select owner.id as owner_id, team.id as team_id
    from owner
    join teams as team on team.department_id = owner.id
    where team.organization_id = ${scope.organizationId}::uuid and ${visibleTeams(scope)}`,
});
