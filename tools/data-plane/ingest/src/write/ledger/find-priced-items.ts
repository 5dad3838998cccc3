import { sql } from 'kysely';
import { type ItemFacts } from '../../accrue/priced-item.ts';
import { inCluster, type Scope } from '../scope.ts';

/** The ids of priced items by their keys; those that are new are stored. */
export async function findPricedItems(
  scope: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>,
  items: ReadonlyMap<string, ItemFacts>,
): Promise<Map<string, string>> {
  const given = [...items].map(([key, facts]) => ({ key, ...facts }));
  const { rows } = await sql<{ key: string; id: string }>`
    with given as materialized (
      select *, md5(key)::uuid as digest from json_to_recordset(${JSON.stringify(given)}::json) as (
        key text, kind text, provider text, region text, instance_type text, is_spot boolean,
        operating_system text, gpu_model text, cpu_total_cores numeric,
        cpu_allocatable_cores numeric, memory_total_bytes bigint, memory_allocatable_bytes bigint,
        gpu_total integer, gpu_allocatable integer, storage_class text, volume_bytes numeric
      )
    ), known as materialized (
      select given.*, (
        select id from priced_items as item
        where ${inCluster(scope, 'item')} and item.digest = given.digest
      ) as id
      from given
    ), added as (
      insert into priced_items (
        organization_id, cluster_id, kind, provider, region, instance_type, is_spot,
        operating_system, gpu_model, cpu_total_cores, cpu_allocatable_cores, memory_total_bytes,
        memory_allocatable_bytes, gpu_total, gpu_allocatable, storage_class, volume_bytes, digest
      )
      select ${scope.organizationId}::uuid, ${scope.clusterId}::uuid, kind, provider, region,
        instance_type, is_spot, operating_system, gpu_model, cpu_total_cores,
        cpu_allocatable_cores, memory_total_bytes, memory_allocatable_bytes, gpu_total,
        gpu_allocatable, storage_class, volume_bytes, digest
      from known where id is null
      returning digest, id
    )
    select known.key, coalesce(known.id, added.id) as id
    from known left join added using (digest)`.execute(scope.tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
