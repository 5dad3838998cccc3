import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { type Assignment, type Department, type Team } from './allocation.ts';
import { type Difference } from './difference.ts';

interface Scope {
  readonly tx: Transaction<Warehouse>;
  readonly organizationId: string;
}

/**
 * Writes the changes in the order of references. Also removes assignments by label for the same
 * entities, and refreshes the owners of workloads in the clusters. A trigger does the latter for
 * manual writes, but Citus does not support it.
 */
export async function writeDifference(
  scope: Scope,
  { departments, teams, assignments }: Difference,
  clusterIds: readonly string[],
): Promise<void> {
  await removeAssignments(scope, assignments.removed);
  await removeOwners(scope, 'teams', teams.removed);
  await insertDepartments(scope, departments.added);
  await updateDepartments(scope, departments.changed.map(toNew));
  await insertTeams(scope, teams.added);
  await updateTeams(scope, teams.changed.map(toNew));
  await removeOwners(scope, 'departments', departments.removed);
  await updateAssignments(scope, assignments.changed.map(toNew));
  await insertAssignments(scope, assignments.added);
  for (const clusterId of clusterIds) await settleAssignments(scope, clusterId);
}

async function settleAssignments({ tx, organizationId }: Scope, clusterId: string): Promise<void> {
  await sql`
    delete from team_assignments as given using team_assignments as manual
    where given.organization_id = ${organizationId}::uuid and given.cluster_id = ${clusterId}::uuid
      and given.source = 'k8s_label'
      and manual.organization_id = ${organizationId}::uuid and manual.cluster_id = ${clusterId}::uuid
      and manual.source <> 'k8s_label' and manual.entity_type = given.entity_type
      and manual.entity_identifier = given.entity_identifier`.execute(tx);
  await sql`
    select refresh_workload_teams(${organizationId}::uuid, array[${clusterId}::uuid])`.execute(tx);
}

const toNew = <Item>({ to }: { to: Item }): Item => to;

const json = (rows: readonly unknown[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::json`;

async function removeOwners(
  { tx, organizationId }: Scope,
  table: 'teams' | 'departments',
  owners: readonly Department[],
): Promise<void> {
  if (owners.length === 0) return;
  await sql`
    delete from ${sql.table(table)} as owner
    using json_to_recordset(${json(owners)}) as removed (id uuid)
    where owner.organization_id = ${organizationId}::uuid and owner.id = removed.id`.execute(tx);
}

async function insertDepartments(
  { tx, organizationId }: Scope,
  departments: readonly Department[],
): Promise<void> {
  if (departments.length === 0) return;
  await sql`
    insert into departments (organization_id, id, name, description, owner_email, origin)
    select ${organizationId}::uuid, id, name, description, owner_email, 'native'
    from json_to_recordset(${json(departments)})
      as new (id uuid, name text, description text, owner_email text)`.execute(tx);
}

async function updateDepartments(
  { tx, organizationId }: Scope,
  departments: readonly Department[],
): Promise<void> {
  if (departments.length === 0) return;
  await sql`
    update departments as known
    set description = new.description, owner_email = new.owner_email, updated_at = now()
    from json_to_recordset(${json(departments)})
      as new (id uuid, description text, owner_email text)
    where known.organization_id = ${organizationId}::uuid and known.id = new.id`.execute(tx);
}

async function insertTeams({ tx, organizationId }: Scope, teams: readonly Team[]): Promise<void> {
  if (teams.length === 0) return;
  await sql`
    insert into teams (organization_id, id, department_id, name, description, owner_email, origin)
    select ${organizationId}::uuid, id, department_id, name, description, owner_email, 'native'
    from json_to_recordset(${json(teams.map(toTeamRow))})
      as new (id uuid, department_id uuid, name text, description text, owner_email text)
    `.execute(tx);
}

async function updateTeams({ tx, organizationId }: Scope, teams: readonly Team[]): Promise<void> {
  if (teams.length === 0) return;
  await sql`
    update teams as known
    set department_id = new.department_id, description = new.description,
      owner_email = new.owner_email, updated_at = now()
    from json_to_recordset(${json(teams.map(toTeamRow))})
      as new (id uuid, department_id uuid, description text, owner_email text)
    where known.organization_id = ${organizationId}::uuid and known.id = new.id`.execute(tx);
}

const toTeamRow = ({ department, ...team }: Team) => ({
  ...team,
  department_id: department?.id ?? null,
});

async function removeAssignments(
  { tx, organizationId }: Scope,
  assignments: readonly Assignment[],
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    delete from team_assignments as known
    using ${assignmentRows(assignments)}
    where ${isSameAssignment(organizationId)}`.execute(tx);
}

async function updateAssignments(
  { tx, organizationId }: Scope,
  assignments: readonly Assignment[],
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    update team_assignments as known
    set weight_percentage = given.weight, updated_at = now()
    from ${assignmentRows(assignments)}
    where ${isSameAssignment(organizationId)}`.execute(tx);
}

async function insertAssignments(
  { tx, organizationId }: Scope,
  assignments: readonly Assignment[],
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`
    insert into team_assignments (
      organization_id, team_id, cluster_id, entity_type, entity_identifier, entity_name,
      entity_namespace, weight_percentage, source
    )
    select ${organizationId}::uuid, team_id, cluster_id, entity_type, entity_identifier,
      entity_name, entity_namespace, weight, 'user_manual'
    from ${assignmentRows(assignments)}`.execute(tx);
}

/** Weights are strings in the JSON, so that they are never parsed as floats. */
const assignmentRows = (assignments: readonly Assignment[]): RawBuilder<unknown> => sql`
  json_to_recordset(${json(
    assignments.map(({ team, cluster, ...row }) => ({
      ...row,
      team_id: team.id,
      cluster_id: cluster.id,
    })),
  )}) as given (
    team_id uuid, cluster_id uuid, entity_type text, entity_identifier text, entity_name text,
    entity_namespace text, weight numeric
  )`;

const isSameAssignment = (organizationId: string): RawBuilder<boolean> => sql<boolean>`
  known.organization_id = ${organizationId}::uuid and known.source = 'user_manual'
  and known.team_id = given.team_id and known.cluster_id = given.cluster_id
  and known.entity_type = given.entity_type
  and known.entity_identifier = given.entity_identifier`;
