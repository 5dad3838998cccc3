import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope, ofOrganization } from '../allocation-scope.ts';
import { shareOfOwner } from './assigned-namespaces.ts';

/**
 * Workloads that have an assignment of their own, one row per owner and workload. Those of others
 * are among them, without owner and share: they override the owners' namespaces.
 *
 * A uid is made a `uuid` here, in a step of its own, because row-level security keeps a cast out
 * of an index lookup.
 */
export type AssignedWorkloads = (scope: AllocationScope) => RawBuilder<unknown>;

/** Every workload with an assignment of its own: what a list of owners needs. */
export const allAssignedWorkloads: AssignedWorkloads = (scope) => sql`
  select ${ownerAndWorkload}, ${shareOfOwner} as share
  from team_assignments as assignment
  left join owner_team on owner_team.team_id = assignment.team_id
  where ${inScope(scope, 'assignment')} and assignment.entity_type = 'workload'
  group by ${eachOwnerAndWorkload}`;

/**
 * Those of the owners and those in the owners' namespaces: what a single owner needs. `offset 0`
 * has each neighbour's assignments looked up by their key, whatever statistics say.
 */
export const assignedWorkloadsAround: AssignedWorkloads = (scope) => sql`
  select ${ownerAndWorkload}, ${shareOfOwner} as share
  from team_assignments as assignment
  join owner_team on owner_team.team_id = assignment.team_id
  where ${inScope(scope, 'assignment')} and assignment.entity_type = 'workload'
  group by ${eachOwnerAndWorkload}
  union all
  select null, neighbour.cluster_id, neighbour.uid, null
  from (${workloadsOfAssignedNamespaces(scope)} offset 0) as neighbour
  where exists (
    select from team_assignments as assignment
    where ${ofOrganization(scope, 'assignment')} and assignment.cluster_id = neighbour.cluster_id
      and assignment.entity_type = 'workload'
      and assignment.entity_identifier = neighbour.identifier
    offset 0
  )`;

/**
 * By the names of the namespaces alone, since that is how the index is entered. Namespaces of these
 * names in other clusters come with them; to override one that no owner has changes nothing.
 */
const workloadsOfAssignedNamespaces = (scope: AllocationScope) => sql`
  select workload.cluster_id, workload.uid, workload.uid::text as identifier
  from workloads as workload
  where ${inScope(scope, 'workload')} and workload.gone_at is null
    and workload.namespace = any (array(select distinct name from assigned_namespace))`;

const identifier = sql`assignment.entity_identifier`;

/** Null where it is not a UUID in lower case: a shape, no fifth hyphen, no other characters. */
const workloadUid = sql`
  case when ${identifier} like '________-____-____-____-____________'
      and ${identifier} not like '%-%-%-%-%-%' and ${identifier} ~ '^[0-9a-f-]+$'
    then ${identifier}::uuid end`;

const ownerAndWorkload = sql`owner_team.owner_id, assignment.cluster_id, ${workloadUid} as uid`;
const eachOwnerAndWorkload = sql`owner_team.owner_id, assignment.cluster_id, ${identifier}`;
