import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';

/**
 * Teams, as `team`, whose names a key may know: those that a person made for the organization, and of
 * those that labels name the ones that own something in the clusters of the scope.
 */
export const visibleTeams = (readable: Scope): RawBuilder<boolean> =>
  readable.clusters === null
    ? sql<boolean>`true`
    : sql<boolean>`(team.origin <> 'k8s' or ${ownsAnything(readable)})`;

/** The same of departments, as `department`: by their teams, or by a namespace of theirs. */
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
