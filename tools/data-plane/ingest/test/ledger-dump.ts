import { type TestWarehouse } from './database.ts';

/** A sum has the decimals of its longest part. */
const withoutTrailingZeros = (row: string) =>
  row.replaceAll(/(\d\.\d*?)0+(?=[,}])/g, '$1').replaceAll(/\.(?=[,}])/g, '');

/**
 * Every row of the ledger as text, the numbers that the database gives to descriptions and priced
 * items replaced by what they stand for.
 */
export async function dumpLedger(warehouse: TestWarehouse): Promise<Record<string, string[]>> {
  const tables = await warehouse.query(`select relname as name from pg_class
    where relkind = 'p' and relnamespace = 'costplane'::regnamespace order by 1`);
  const dump: Record<string, string[]> = {};
  for (const { name } of tables as { name: string }[]) {
    const rows = await warehouse.query(`
      select (row - 'organization_id' - 'description_id' - 'description_ids' - 'priced_item_id'
        || jsonb_build_object(
          'item', (select digest from priced_items as item
            where item.cluster_id = facts.cluster_id and id = (row ->> 'priced_item_id')::bigint),
          'description', (select digest from owner_descriptions as owner
            where owner.cluster_id = facts.cluster_id and id = (row ->> 'description_id')::bigint),
          'descriptions', array(select digest from owner_descriptions as owner
            where owner.cluster_id = facts.cluster_id and id in (select value::bigint from jsonb_array_elements_text(row -> 'description_ids'))
            order by 1)
        ))::text as row
      from (select cluster_id, to_jsonb(fact) as row from ${name} as fact) as facts`);
    dump[name] = rows.map(({ row }) => withoutTrailingZeros(row as string)).sort();
  }
  return dump;
}
