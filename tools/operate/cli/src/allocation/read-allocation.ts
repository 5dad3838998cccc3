import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { type Allocation, type Assignment, type Department, type Reference } from './allocation.ts';

interface OwnerRow extends Department {
  origin: string;
}

interface TeamRow extends OwnerRow {
  department_id: string | null;
}

/** The stored state of the organization: owners of both origins, and manual assignments. */
export interface Present extends Allocation {
  readonly clusters: readonly { readonly id: string; readonly name: string }[];
  /** Owners mirrored from labels: they can be referenced, but are never changed. */
  readonly mirrored: {
    readonly departments: readonly Reference[];
    readonly teams: readonly Reference[];
  };
}

export async function readAllocation(
  db: Kysely<Warehouse>,
  organizationId: string,
): Promise<Present> {
  const departments = await readDepartments(db, organizationId);
  const teams = await readTeams(db, organizationId);
  const departmentsById = new Map(departments.map((each) => [each.id, toReference(each)]));
  return {
    clusters: await readClusters(db, organizationId),
    mirrored: {
      departments: departments.filter(isMirrored).map(toReference),
      teams: teams.filter(isMirrored).map(toReference),
    },
    departments: departments.filter(isNative),
    teams: teams.filter(isNative).map(({ department_id: id, ...team }) => ({
      ...team,
      department: id === null ? null : (departmentsById.get(id) ?? null),
    })),
    assignments: await readAssignments(db, organizationId),
  };
}

const isNative = ({ origin }: OwnerRow) => origin === 'native';
const isMirrored = ({ origin }: OwnerRow) => origin === 'k8s';
const toReference = ({ id, name, origin }: OwnerRow): Reference => ({ id, name, origin });

async function readDepartments(db: Kysely<Warehouse>, organizationId: string) {
  const { rows } = await sql<OwnerRow>`
    select id, name, description, owner_email, origin from departments
    where organization_id = ${organizationId}::uuid order by name, id`.execute(db);
  return rows;
}

async function readTeams(db: Kysely<Warehouse>, organizationId: string) {
  const { rows } = await sql<TeamRow>`
    select id, name, description, owner_email, origin, department_id from teams
    where organization_id = ${organizationId}::uuid order by name, id`.execute(db);
  return rows;
}

async function readClusters(db: Kysely<Warehouse>, organizationId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from clusters where organization_id = ${organizationId}::uuid`.execute(db);
  return rows;
}

async function readAssignments(
  db: Kysely<Warehouse>,
  organizationId: string,
): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select json_build_object('id', team.id, 'name', team.name, 'origin', team.origin) as team,
      json_build_object('id', cluster.id, 'name', cluster.name) as cluster,
      given.entity_type, given.entity_identifier, given.entity_name, given.entity_namespace,
      trim_scale(given.weight_percentage)::text as weight
    from team_assignments as given
    join teams as team
      on team.organization_id = given.organization_id and team.id = given.team_id
    join clusters as cluster
      on cluster.organization_id = given.organization_id and cluster.id = given.cluster_id
    where given.organization_id = ${organizationId}::uuid and given.source = 'user_manual'`.execute(
    db,
  );
  return rows;
}
