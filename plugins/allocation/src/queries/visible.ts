import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from './allocation-scope.ts';
import { toOrigin } from './origin.ts';

/**
 * Teams, as `team`, whose names a key may know: those that a person made for the organization, and of
 * those that labels name the ones that own something in the clusters of the scope.
 */
export const visibleTeams = (scope: AllocationScope): RawBuilder<boolean> =>
  visible(scope, 'team', ownsAnything(scope));

/** The same of departments, as `department`: by their teams, or by a namespace of theirs. */
export const visibleDepartments = (scope: AllocationScope): RawBuilder<boolean> =>
  visible(
    scope,
    'department',
    sql`
      exists (
        select from teams as team
        where team.organization_id = ${scope.organization.id}::uuid
          and team.department_id = department.id and ${ownsAnything(scope)}
      ) or exists (
        select from namespaces as namespace
        where ${inScope(scope, 'namespace')} and namespace.department_id = department.id
          and namespace.gone_at is null
      )`,
  );

const visible = (scope: AllocationScope, alias: string, isInScope: RawBuilder<unknown>) =>
  scope.allowedClusters === null
    ? sql<boolean>`true`
    : sql<boolean>`(${toOrigin(alias)} = 'native' or ${isInScope})`;

const ownsAnything = (scope: AllocationScope) => sql`exists (
  select from team_assignments as assignment
  where assignment.team_id = team.id and ${inScope(scope, 'assignment')})`;
