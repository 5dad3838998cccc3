import { randomUUID } from 'node:crypto';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';

export const environments = ['production', 'non-production', 'staging', 'dev'] as const;
export type Environment = (typeof environments)[number];

/**
 * Finds the cluster with this name in the organization, or creates it, with the given id unless
 * another cluster has it. A given environment is set, even on an existing cluster; the default of a
 * new one is `production`. A disconnected cluster is pending again (`wasDisconnected`).
 *
 * @throws {Error} in one line if the name is empty, or the environment or organization does not
 * exist
 */
export async function findOrCreateCluster(
  db: Kysely<Warehouse>,
  {
    organizationId,
    id,
    name,
    environment,
  }: { organizationId: string; id?: string; name: string; environment?: string },
): Promise<{ id: string; name: string; isNew: boolean; wasDisconnected: boolean }> {
  if (name.trim() === '') throw new Error('A cluster needs a name that is not empty');
  if (environment !== undefined && !(environments as readonly string[]).includes(environment)) {
    throw new Error(
      `"${environment}" is not an environment; it is one of ${environments.join(', ')}`,
    );
  }
  const findOrCreate = async (tx: Kysely<Warehouse>) => {
    await lockClusterNames(tx, organizationId);
    const known = await findClusterByName(tx, organizationId, name);
    if (known === undefined) {
      const created = await createCluster(tx, { organizationId, id, name, environment });
      return { id: created, name, isNew: true, wasDisconnected: false };
    }
    if (environment !== undefined) await setEnvironment(tx, organizationId, known, environment);
    const wasDisconnected = await reconnect(tx, organizationId, known);
    return { id: known, name, isNew: false, wasDisconnected };
  };
  return db.isTransaction ? findOrCreate(db) : db.transaction().execute(findOrCreate);
}

/** Serializes changes of cluster names in the organization: on Citus, names are not unique across servers. */
export async function lockClusterNames(
  tx: Kysely<Warehouse>,
  organizationId: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtextextended(${`cluster names ${organizationId}`}, 0))`.execute(tx);
}

async function findClusterByName(
  tx: Kysely<Warehouse>,
  organizationId: string,
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from clusters
    where organization_id = ${organizationId}::uuid and name = ${name}`.execute(tx);
  return rows[0]?.id;
}

async function createCluster(
  tx: Kysely<Warehouse>,
  {
    organizationId,
    id,
    name,
    environment = 'production',
  }: { organizationId: string; id?: string; name: string; environment?: string },
): Promise<string> {
  const organization = await sql`
    select from organizations where id = ${organizationId}::uuid`.execute(tx);
  if (organization.rows.length === 0) throw new Error(`There is no organization ${organizationId}`);
  const insert = async (chosen: string) => {
    const { rows } = await sql<{ id: string }>`
      insert into clusters (organization_id, id, name, environment)
      values (${organizationId}::uuid, ${chosen}::uuid, ${name}, ${environment})
      on conflict (organization_id, id) do nothing returning id`.execute(tx);
    return rows[0]?.id;
  };
  return (
    (await insert(id ?? randomUUID())) ?? createCluster(tx, { organizationId, name, environment })
  );
}

async function setEnvironment(
  tx: Kysely<Warehouse>,
  organizationId: string,
  id: string,
  environment: string,
): Promise<void> {
  await sql`
    update clusters set environment = ${environment}
    where organization_id = ${organizationId}::uuid and id = ${id}::uuid`.execute(tx);
}

async function reconnect(
  tx: Kysely<Warehouse>,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update clusters set status = 'pending'
    where organization_id = ${organizationId}::uuid and id = ${id}::uuid
      and status = 'disconnected'`.execute(tx);
  return numAffectedRows === 1n;
}
