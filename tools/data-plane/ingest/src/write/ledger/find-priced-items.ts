import { sql } from 'kysely';
import { type ItemFacts } from '../../accrue/priced-item.ts';
import { inCluster, type Scope } from '../scope.ts';

type Owner = Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>;
type GivenItem = ItemFacts & { readonly key: string };

/** The ids of priced items by key; new ones are inserted. */
export async function findPricedItems(
  scope: Owner,
  items: ReadonlyMap<string, ItemFacts>,
): Promise<Map<string, string>> {
  const keys = [...items.keys()];
  const known = await selectKnown(scope, keys);
  const missing = [...items].flatMap(([key, item]) => (known.has(key) ? [] : { key, ...item }));
  if (missing.length === 0) return known;
  await insertItems(scope, missing);
  return selectKnown(scope, keys);
}

async function selectKnown(scope: Owner, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string | null }>`
    select given.key, (
      select id from priced_items as item
      where ${inCluster(scope, 'item')} and item.digest = md5(given.key)::uuid
    ) as id
    from unnest(${keys}::text[]) as given (key)`.execute(scope.tx);
  return new Map(rows.flatMap(({ key, id }) => (id === null ? [] : [[key, id]])));
}

/** Separate from the lookup, because Citus first copies the source rows of an insert to every server. */
async function insertItems(
  { tx, organizationId, clusterId }: Owner,
  items: readonly GivenItem[],
): Promise<void> {
  await sql`
    insert into priced_items (organization_id, cluster_id, ${facts}, digest)
    select ${organizationId}::uuid, ${clusterId}::uuid, ${facts}, md5(key)::uuid
    from json_to_recordset(${JSON.stringify(items)}::json) as item (
      key text, kind text, provider text, region text, instance_type text, is_spot boolean,
      operating_system text, gpu_model text, cpu_total_cores numeric,
      cpu_allocatable_cores numeric, memory_total_bytes bigint, memory_allocatable_bytes bigint,
      gpu_total integer, gpu_allocatable integer, storage_class text, volume_bytes numeric
    )`.execute(tx);
}

const facts = sql`kind, provider, region, instance_type, is_spot, operating_system, gpu_model,
  cpu_total_cores, cpu_allocatable_cores, memory_total_bytes, memory_allocatable_bytes, gpu_total,
  gpu_allocatable, storage_class, volume_bytes`;
