import { sql } from 'kysely';
import { labelledEntities, type OwnerLabels } from './labelled-entities.ts';
import { inCluster, type Scope } from './scope.ts';

/**
 * Assigns labeled entities to their teams, unless they have an assignment from another source, and
 * removes assignments without a label. Then updates the owners of workloads.
 */
export async function assignTeams(scope: Scope, labels: OwnerLabels): Promise<void> {
  const wanted = wantedAssignments(scope, labels);
  await sql`
    with wanted as (${wanted})
    delete from team_assignments as given
    where ${inCluster(scope, 'given')} and given.source = 'k8s_label'
      and not exists (
        select from wanted
        where wanted.entity_type = given.entity_type
          and wanted.entity_identifier = given.entity_identifier and wanted.team_id = given.team_id
      )`.execute(scope.tx);
  await sql`
    with wanted as (${wanted})
    insert into team_assignments (
      organization_id, cluster_id, team_id, entity_type, entity_identifier, entity_name,
      entity_namespace, weight_percentage, source
    )
    select ${scope.organizationId}::uuid, ${scope.clusterId}::uuid, team_id, entity_type,
      entity_identifier, entity_name, entity_namespace, 100, 'k8s_label'
    from wanted
    where not exists (
      select from team_assignments as given
      where ${inCluster(scope, 'given')} and given.source = 'k8s_label'
        and given.entity_type = wanted.entity_type
        and given.entity_identifier = wanted.entity_identifier and given.team_id = wanted.team_id
    )
    on conflict do nothing`.execute(scope.tx);
  await refreshWorkloadTeams(scope);
}

const wantedAssignments = (scope: Scope, labels: OwnerLabels) => sql`
  select labelled.entity_type, labelled.entity_identifier, labelled.entity_name,
    labelled.entity_namespace, team.id as team_id
  from (${labelledEntities(scope, labels)}) as labelled
  join teams as team on team.name = labelled.team
  where team.organization_id = ${scope.organizationId}::uuid and team.origin = 'k8s'
    and not exists (
      select from team_assignments as other
      where ${inCluster(scope, 'other')} and other.source <> 'k8s_label'
        and other.entity_type = labelled.entity_type
        and other.entity_identifier = labelled.entity_identifier
    )`;

/**
 * Also without changed assignments: workloads may have been added or deleted, and their ranks are
 * copied there.
 */
async function refreshWorkloadTeams(scope: Scope): Promise<void> {
  const { rows } = await sql`
    (select 1 from team_assignments as given where ${inCluster(scope, 'given')} limit 1)
    union all
    (select 1 from workload_teams as known where ${inCluster(scope, 'known')} limit 1)`.execute(
    scope.tx,
  );
  if (rows.length === 0) return;
  await sql`
    select refresh_workload_teams(${scope.organizationId}::uuid, array[${scope.clusterId}::uuid])
    `.execute(scope.tx);
}
