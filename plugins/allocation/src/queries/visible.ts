import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from './allocation-scope.ts';
import { toOrigin } from './origin.ts';

/**
 * Restricts `team` to the teams that a key may see: all teams created by a person, and teams from
 * labels only if they own something in the clusters of the scope.
 */
export const visibleTeams = (scope: AllocationScope): RawBuilder<boolean> =>
  visible(scope, 'team', ownsAnything(scope));

/** The same for `department`: one from labels must have such a team, or a namespace in the scope. */
export const visibleDepartments = (scope: AllocationScope): RawBuilder<boolean> =>
  visible(
    scope,
    'department',
    sql`
      department.id in (
        select team.department_id from teams as team
        where team.organization_id = ${scope.organization.id}::uuid and ${ownsAnything(scope)}
      ) or department.id in (
        select namespace.department_id from namespaces as namespace
        where ${inScope(scope, 'namespace')} and namespace.gone_at is null
      )`,
  );

const visible = (scope: AllocationScope, alias: string, isInScope: RawBuilder<unknown>) =>
  scope.allowedClusters === null
    ? sql<boolean>`true`
    : sql<boolean>`(${toOrigin(alias)} = 'native' or ${isInScope})`;

const ownsAnything = (scope: AllocationScope) => sql`team.id in (
  select distinct assignment.team_id from team_assignments as assignment
  where ${inScope(scope, 'assignment')})`;
