import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope, inScope } from '../allocation-scope.ts';

/**
 * How many volumes each owner has. A volume goes with its workload where that has an assignment
 * of its own, else with the namespace of its claim; without a claim it belongs to nobody.
 *
 * The joins are full ones, and what has no volume counts 0: a full join is never a nested loop,
 * which statistics that lag behind a first report would have it be, for minutes.
 */
export const volumeCounts = (scope: AllocationScope): RawBuilder<unknown> => sql`
  select coalesce(workload.owner_id, namespace.owner_id) as owner_id,
    count(volume.name) as volumes
  from (
    select name, cluster_id, claim_namespace, workload_uid
    from persistent_volumes as volume
    where ${inScope(scope, 'volume')} and gone_at is null
  ) as volume
  full join own_workload as workload
    on workload.cluster_id = volume.cluster_id and workload.uid = volume.workload_uid
  full join assigned_namespace as namespace
    on namespace.cluster_id = volume.cluster_id
    and namespace.name = case when workload.uid is null then volume.claim_namespace end
  group by coalesce(workload.owner_id, namespace.owner_id)`;

/** How many teams an owner, by the reference to its id, is made of. */
export const countTeams = (owner: string): RawBuilder<number> =>
  sql<number>`(select count(*) from owner_team where owner_team.owner_id = ${sql.ref(owner)})`;

/** How many workloads a team has: who owns a workload says so once per team. */
export const countWorkloadsOfTeam: WorkloadCount = (scope, owner) =>
  sql<number>`(select count(*) from (${ownedWorkloads(scope, owner)}) as workload)`;

/** How many workloads several teams have, each once, however many of them share it. */
export const countDistinctWorkloads: WorkloadCount = (scope, owner) =>
  sql<number>`(select count(*) from (
    select distinct cluster_id, workload_uid from (${ownedWorkloads(scope, owner)}) as workload
  ) as workload)`;

/** A count for an owner, by the reference to its id. */
export type WorkloadCount = (scope: AllocationScope, owner: string) => RawBuilder<number>;

const ownedWorkloads = (scope: AllocationScope, owner: string) => sql`
  select owned.cluster_id, owned.workload_uid
  from owner_team
  join workload_teams as owned on owned.team_id = owner_team.team_id
  where owner_team.owner_id = ${sql.ref(owner)} and ${inScope(scope, 'owned')}`;
