import { lockClusters, retryDeadlocked } from '@costplane/ingest';
import { FileError } from '../yaml/file-error.ts';
import { type YamlFile } from '../yaml/parse-yaml.ts';
import { MovingOrganizationError, type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Allocation } from './allocation.ts';
import { type AllocationFile, readAllocationFile } from './allocation-file.ts';
import { difference, type Difference } from './difference.ts';
import { type Present, readAllocation } from './read-allocation.ts';
import { readEntities } from './read-entities.ts';
import { resolveAssignments } from './resolve-assignments.ts';
import { resolveOwners } from './resolve-owners.ts';
import { writeDifference } from './write-difference.ts';

/**
 * Replaces the native departments and teams and the manual assignments of an organization with
 * those of the file, in one transaction. Departments, teams and assignments from labels are kept.
 *
 * @throws {FileError} with every problem of the file; nothing is changed then
 */
export async function applyAllocationFile(
  db: Kysely<Warehouse>,
  organizationId: string,
  yaml: YamlFile,
): Promise<Difference> {
  const file = readAllocationFile(yaml);
  return retryDeadlocked(() =>
    db
      .transaction()
      // Each statement must see what was committed before it.
      .setIsolationLevel('read committed')
      .execute(async (tx) => {
        await lockOrganization(tx, organizationId);
        const clusterIds = findClusters(file, await readAllocation(tx, organizationId));
        await lockClusters(tx, clusterIds);
        const present = await readAllocation(tx, organizationId);
        const wanted = await resolve(tx, organizationId, file, present);
        const found = difference(present, wanted);
        await writeDifference({ tx, organizationId }, found, clusterIds);
        return found;
      }),
  );
}

/** The changes that applying the file would make. Takes no locks. */
export async function compareAllocationFile(
  db: Kysely<Warehouse>,
  organizationId: string,
  yaml: YamlFile,
): Promise<Difference> {
  const file = readAllocationFile(yaml);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const present = await readAllocation(tx, organizationId);
      return difference(present, await resolve(tx, organizationId, file, present));
    });
}

async function resolve(
  tx: Transaction<Warehouse>,
  organizationId: string,
  file: AllocationFile,
  present: Present,
): Promise<Allocation> {
  const owners = resolveOwners(file, present);
  const { assignments, problems } = await resolveAssignments(file, present, owners, (named) =>
    readEntities(tx, organizationId, named),
  );
  const all = [...file.problems, ...owners.problems, ...problems];
  if (all.length > 0) throw new FileError(all);
  return { departments: owners.departments, teams: owners.teams, assignments };
}

/** Serializes runs for one organization, and makes a move of the organization wait. */
async function lockOrganization(tx: Transaction<Warehouse>, organizationId: string) {
  const name = `allocation ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const { rows } = await sql<{ is_writable: boolean }>`
    select is_home and is_writable as is_writable from organizations
    where id = ${organizationId}`.execute(tx);
  if (rows[0]?.is_writable === false) throw new MovingOrganizationError(organizationId);
}

/**
 * The clusters whose assignments may change, in the order in which the trigger on assignments would
 * lock them. Ingesting a snapshot then waits before it has changed anything, and its entities
 * remain.
 */
function findClusters({ assignments }: AllocationFile, present: Present): string[] {
  const named = new Set(
    assignments.flatMap(({ value }) => [value.cluster, value.cluster.toLowerCase()]),
  );
  const assigned = new Set(present.assignments.map(({ cluster }) => cluster.id));
  return present.clusters
    .filter(({ id, name }) => assigned.has(id) || named.has(id) || named.has(name))
    .map(({ id }) => id)
    .toSorted();
}
