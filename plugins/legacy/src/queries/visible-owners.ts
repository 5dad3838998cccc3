import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';

/**
 * Restricts `team` to the teams that a key may see: all teams created by a person, and teams from
 * labels only if they own something in the clusters of the scope.
 */
export const visibleTeams = (readable: Scope): RawBuilder<boolean> =>
  readable.clusters === null
    ? sql<boolean>`true`
    : sql<boolean>`(team.origin <> 'k8s' or ${ownsAnything(readable)})`;

/** The same for `department`: one from labels must have such a team, or a namespace in the scope. */
export const visibleDepartments = (readable: Scope): RawBuilder<boolean> =>
  readable.clusters === null
    ? sql<boolean>`true`
    : sql<boolean>`(department.origin <> 'k8s' or department.id in (
        select team.department_id from teams as team
        where team.organization_id = ${readable.organizationId}::uuid and ${ownsAnything(readable)}
      ) or department.id in (
        select namespace.department_id from namespaces as namespace
        where ${inScope(readable, 'namespace')} and namespace.gone_at is null
      ))`;

const ownsAnything = (readable: Scope) => sql`team.id in (
  select distinct assignment.team_id from team_assignments as assignment
  where ${inScope(readable, 'assignment')})`;
