import { sql } from 'kysely';
import { type Scope } from '../write/scope.ts';

/** A ledger table as described by the database's catalog. */
export interface CatalogTable {
  name: string;
  bucket: 'hour' | 'day';
  /** Columns, without those of the cluster and the bucket, and without generated ones. */
  columns: { name: string; isRange: boolean }[];
  /** The primary key, without the cluster. */
  key: string[];
}

/** Every hourly or daily table with monthly partitions, from the catalog, so that none is missed. */
export async function readLedgerTables({ tx }: Scope): Promise<CatalogTable[]> {
  const { rows } = await sql<CatalogTable>`
    select of.relname as name,
      case when bool_or(part.attname = 'hour') then 'hour' else 'day' end as bucket,
      json_agg(
        json_build_object('name', part.attname, 'isRange', part.atttypid = 'tstzmultirange'::regtype)
        order by part.attnum
      ) filter (where part.attgenerated = '' and not part.is_own) as columns,
      coalesce(
        json_agg(part.attname order by part.key_position)
          filter (where part.key_position is not null and not part.is_cluster), '[]'
      ) as key
    from pg_partitioned_table as partitioned
    join pg_class as of on of.oid = partitioned.partrelid
    join pg_index as primary_key on primary_key.indrelid = of.oid and primary_key.indisprimary
    cross join lateral (
      select attribute.*,
        attname in ('organization_id', 'cluster_id') as is_cluster,
        attname in ('organization_id', 'cluster_id', 'hour', 'day') as is_own,
        array_position(primary_key.indkey::int2[], attribute.attnum) as key_position
      from pg_attribute as attribute
      where attribute.attrelid = of.oid and attribute.attnum > 0 and not attribute.attisdropped
    ) as part
    where of.relnamespace = 'costplane'::regnamespace
    group by of.relname having bool_or(part.attname in ('hour', 'day'))
    order by of.relname`.execute(tx);
  return rows;
}
