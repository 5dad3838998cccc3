import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';

export const environments = ['production', 'non-production', 'staging', 'dev'] as const;
export type Environment = (typeof environments)[number];

/**
 * The cluster of this name in the organization, made at its first mention: with the id that is
 * given, unless another cluster has it. An environment that is given is set, also on a cluster that
 * was there before; without one a new cluster is `production`.
 *
 * @throws {Error} in one line if the name is empty or there is no such environment or organization
 */
export async function findOrCreateCluster(
  db: Kysely<Warehouse>,
  {
    organizationId,
    id,
    name,
    environment,
  }: { organizationId: string; id?: string; name: string; environment?: string },
): Promise<{ id: string; name: string; isNew: boolean }> {
  if (name.trim() === '') throw new Error('A cluster needs a name that is not empty');
  if (environment !== undefined && !(environments as readonly string[]).includes(environment)) {
    throw new Error(
      `"${environment}" is not an environment; it is one of ${environments.join(', ')}`,
    );
  }
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    with known as (
      select id from organizations where id = ${organizationId}::uuid
    ), created as (
      insert into clusters (organization_id, id, name, environment)
      select known.id, coalesce(free.id, gen_random_uuid()), ${name}, ${environment ?? 'production'}
      from known
      left join (select ${id ?? null}::uuid as id) as free
        on not exists (select from clusters where organization_id = known.id and id = free.id)
      on conflict (organization_id, name) do update
        set environment = coalesce(${environment ?? null}, clusters.environment)
      returning id, xmax = 0 as is_new
    ) select id, is_new from created`.execute(db);
  const [cluster] = rows;
  if (!cluster) throw new Error(`There is no organization ${organizationId}`);
  return { id: cluster.id, name, isNew: cluster.is_new };
}
