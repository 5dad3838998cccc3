import { sql } from 'kysely';
import { uuidV5 } from '../uuid-v5.ts';
import { assignTeams } from './assign-teams.ts';
import { labelledEntities, type OwnerLabels } from './labelled-entities.ts';
import { lockOwners } from './lock-owners.ts';
import { type Scope } from './scope.ts';
import { settleNamespaceDepartments, settleTeamDepartments } from './settle-departments.ts';

/**
 * Creates the teams and departments that labels of the cluster's namespaces and workloads name, and
 * assigns the labeled entities to them. Reads the stored state, not the snapshot, so that kinds
 * that the snapshot cannot see keep their owners. Unchanged rows are not written.
 *
 * Clusters of an organization can be ingested concurrently and share teams and departments: each ingest
 * locks them before it changes any, so that they wait for each other without deadlocks.
 */
export async function mirrorTeams(scope: Scope, labels: OwnerLabels): Promise<void> {
  const missing = await selectMissing(scope, labels);
  await insertMirrored(scope, 'department', missing);
  await insertMirrored(scope, 'team', missing);
  await settleTeamDepartments(scope, labels);
  await settleNamespaceDepartments(scope, labels);
  await assignTeams(scope, labels);
}

/**
 * Maximum number of teams and of departments from labels per organization: they outlive the labels,
 * so labels that change with each report would create ever more. Entities beyond the limit have no
 * team.
 */
const maxMirroredNames = 10_000;

interface Mirrored {
  kind: 'team' | 'department';
  name: string;
}

async function selectMissing(scope: Scope, labels: OwnerLabels): Promise<Mirrored[]> {
  const { tx, organizationId } = scope;
  const { rows } = await sql<Mirrored>`
    with labelled as (${labelledEntities(scope, labels)})
    select 'team' as kind, team as name from labelled
    where team <> '' and team not in (
      select name from teams where organization_id = ${organizationId}::uuid and origin = 'k8s'
    )
    union
    select 'department', department from labelled
    where department <> '' and department not in (
      select name from departments where organization_id = ${organizationId}::uuid and origin = 'k8s'
    )`.execute(tx);
  return rows;
}

/**
 * The id derives from the name, so that a team is the same whichever cluster names it first. A
 * renamed team keeps that id, and the label's team gets another one.
 */
async function insertMirrored(
  { tx, organizationId }: Scope,
  kind: Mirrored['kind'],
  missing: readonly Mirrored[],
): Promise<void> {
  const names = missing.flatMap((each) => (each.kind === kind ? [each.name] : []));
  if (names.length === 0) return;
  await lockOwners({ tx, organizationId });
  const free = maxMirroredNames - (await countMirrored(tx, organizationId, kind));
  const rows = names
    .sort()
    .slice(0, Math.max(0, free))
    .map((name) => ({ id: uuidV5(organizationId, `${kind}/${name}`), name }));
  await sql`
    insert into ${sql.table(`${kind}s`)} (organization_id, id, name, origin)
    select ${organizationId}::uuid, case when taken.id is null then new.id else gen_random_uuid() end,
      new.name, 'k8s'
    from json_to_recordset(${JSON.stringify(rows)}::json) as new (id uuid, name text)
    left join ${sql.table(`${kind}s`)} as taken
      on taken.organization_id = ${organizationId}::uuid and taken.id = new.id
    on conflict do nothing`.execute(tx);
}

async function countMirrored(
  tx: Scope['tx'],
  organizationId: string,
  kind: Mirrored['kind'],
): Promise<number> {
  const { rows } = await sql<{ mirrored: number }>`
    select count(*)::integer as mirrored from ${sql.table(`${kind}s`)}
    where organization_id = ${organizationId}::uuid and origin = 'k8s'`.execute(tx);
  return rows[0]?.mirrored ?? 0;
}
