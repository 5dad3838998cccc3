import { sql } from 'kysely';
import { labelledEntities, ownersElsewhere, type OwnerLabels } from './labelled-entities.ts';
import { lockOwners } from './lock-owners.ts';
import { inCluster, type Scope } from './scope.ts';

interface UnsettledTeam {
  id: string;
  name: string;
  department_id: string | null;
  department_name: string | null;
  wanted_id: string | null;
}

/**
 * Sets the department of mirrored teams to the one in the labels of the same namespace or workload.
 * If labels name several, the current department stays as long as any cluster names it, so that
 * contradicting clusters do not alternate; otherwise it is the first one by name in this cluster. A
 * department that is not mirrored was set by a person, and stays.
 *
 * Other clusters are only read if this one does not name the current department of a team, and
 * their workloads only if none of their namespaces names it: reading all workloads of a large
 * organization is slow. A statement that reads no other cluster only needs the server of this one.
 * A team whose department is being changed by another ingest is left to the next snapshot.
 */
export async function settleTeamDepartments(scope: Scope, labels: OwnerLabels): Promise<void> {
  const unsettled = await selectUnsettled(scope, labels);
  if (unsettled.length === 0) return;
  const kept = await selectKept(scope, labels, unsettled);
  const teams = unsettled.filter(({ id }) => !kept.has(id));
  if (teams.length > 0) await updateTeamDepartments(scope, teams);
}

/** Mirrored teams whose current department is not named by this cluster. */
async function selectUnsettled(scope: Scope, labels: OwnerLabels): Promise<UnsettledTeam[]> {
  const organization = sql`${scope.organizationId}::uuid`;
  const { rows } = await sql<UnsettledTeam>`
    with labelled as (
      ${labelledEntities(scope, labels)}
    ), named as (
      select distinct labelled.team, department.id, department.name
      from labelled join departments as department on department.name = labelled.department
      where department.organization_id = ${organization} and department.origin = 'k8s'
    ), first_named as (
      select team, (array_agg(id order by name collate "C"))[1] as department_id
      from named group by team
    ), concerned as (
      select team as name from labelled
      union
      select team.name from teams as team join team_assignments as given on given.team_id = team.id
      where team.organization_id = ${organization} and ${inCluster(scope, 'given')}
        and given.source = 'k8s_label'
    ), unsettled as (
      select team.id, team.name, team.department_id, present.name as department_name,
        first_named.department_id as wanted_id
      from teams as team
      join concerned on concerned.name = team.name
      left join first_named on first_named.team = team.name
      left join departments as present
        on present.organization_id = ${organization} and present.id = team.department_id
      where team.organization_id = ${organization} and team.origin = 'k8s'
        and team.department_id is distinct from first_named.department_id
        and (present.id is null or present.origin = 'k8s')
        and not exists (
          select from named where named.team = team.name and named.id = team.department_id
        )
    )
    select id, name, department_id, department_name, wanted_id from unsettled`.execute(scope.tx);
  return rows;
}

/** The ids of those teams whose department another cluster names. */
async function selectKept(
  scope: Scope,
  labels: OwnerLabels,
  teams: readonly UnsettledTeam[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with unsettled as materialized (
      select * from json_to_recordset(${JSON.stringify(teams)}::json)
        as unsettled (id uuid, name text, department_name text)
    ), kept_by_namespace as (
      select distinct unsettled.id
      from unsettled join (${ownersElsewhere('namespaces', scope, labels)}) as other
        on other.team = unsettled.name and other.department = unsettled.department_name
    ), kept as (
      select id from kept_by_namespace
      union
      select doubtful.id
      from (
        select * from unsettled
        where not exists (
          select from kept_by_namespace where kept_by_namespace.id = unsettled.id
        )
      ) as doubtful join (${ownersElsewhere('workloads', scope, labels)}) as other
        on other.team = doubtful.name and other.department = doubtful.department_name
    )
    select id from kept`.execute(scope.tx);
  return new Set(rows.map(({ id }) => id));
}

async function updateTeamDepartments(scope: Scope, teams: readonly UnsettledTeam[]): Promise<void> {
  await lockOwners(scope);
  await sql`
    update teams as team set department_id = unsettled.wanted_id, updated_at = now()
    from json_to_recordset(${JSON.stringify(teams)}::json)
      as unsettled (id uuid, department_id uuid, wanted_id uuid)
    where team.organization_id = ${scope.organizationId}::uuid and team.id = unsettled.id
      and team.department_id is not distinct from unsettled.department_id`.execute(scope.tx);
}

/** Sets the mirrored department that a namespace's own label names. */
export async function settleNamespaceDepartments(scope: Scope, labels: OwnerLabels): Promise<void> {
  await sql`
    with labelled as (
      ${labelledEntities(scope, labels)}
    )
    update namespaces as namespace set department_id = given.id
    from (
      select labelled.entity_name as name, department.id
      from labelled left join departments as department
        on department.organization_id = ${scope.organizationId}::uuid
        and department.origin = 'k8s' and department.name = labelled.department
      where labelled.entity_type = 'namespace'
    ) as given
    where ${inCluster(scope, 'namespace')} and namespace.name = given.name
      and namespace.department_id is distinct from given.id
    `.execute(scope.tx);
}
