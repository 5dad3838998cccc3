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
    : sql<boolean>`(department.origin <> 'k8s' or exists (
        select from teams as team
        where team.organization_id = ${readable.organizationId}::uuid
          and team.department_id = department.id and ${ownsAnything(readable)}
      ) or exists (
        select from namespaces as namespace
        where ${inScope(readable, 'namespace')} and namespace.department_id = department.id
          and namespace.gone_at is null
      ))`;

const ownsAnything = (readable: Scope) => sql`exists (
  select from team_assignments as assignment
  where assignment.team_id = team.id and ${inScope(readable, 'assignment')})`;
