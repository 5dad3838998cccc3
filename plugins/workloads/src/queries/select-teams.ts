import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type WorkloadRows } from '../tables.ts';

/** Ids of the teams with one of these names, of any origin. */
export async function selectTeamsNamed(
  db: Kysely<WorkloadRows>,
  organizationId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', anyOf(names, 'text'))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the teams of the departments with one of these names, of any origin. */
export async function selectTeamsOfDepartments(
  db: Kysely<WorkloadRows>,
  organizationId: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('teams as team')
    .innerJoin('departments as department', (join) =>
      join
        .onRef('department.organization_id', '=', 'team.organization_id')
        .onRef('department.id', '=', 'team.department_id'),
    )
    .select('team.id')
    .where('team.organization_id', '=', organizationId)
    .where('department.name', '=', anyOf(names, 'text'))
    .execute();
  return rows.map(({ id }) => id);
}
