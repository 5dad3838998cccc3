import { type ClientBase } from 'pg';

/** A table with rows of organizations, from the catalog. Names are already quoted. */
export interface TenantTable {
  readonly name: string;
  /** The column with the organization's id. */
  readonly owner: string;
  /** Columns that are not generated. */
  readonly columns: readonly string[];
  /** The primary key. */
  readonly key: readonly string[];
  /** Numeric columns. */
  readonly numbers: readonly string[];
  /** The column with a sequence. */
  readonly identity: string | null;
  /** The partition column. */
  readonly time: string | null;
}

/** Tables that triggers write, and those with the homes of organizations: each server has its own content. */
const ownOfServer = ['versions', 'former_ranks', 'organization_homes', 'credential_homes'];
/** Whether an organization is at home differs between the two sides of a move. */
const ownOfHome = ['is_home', 'is_writable'];

const tablesSql = `
  select quote_ident(c.relname) as name,
    case c.relname when 'organizations' then 'id' else 'organization_id' end as owner,
    array(
      select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        and not (c.relname = 'organizations' and attname = any ($2))
      order by attnum
    ) as columns,
    array(
      select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and not attisdropped and attgenerated = ''
        and atttypid = 'numeric'::regtype order by attnum
    ) as numbers,
    coalesce((
      select array(
        select quote_ident(attname) from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by place)
      from pg_index i
      where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
      order by i.indisprimary desc, i.indexrelid limit 1
    ), '{}') as key,
    (select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attidentity <> '') as identity,
    (select quote_ident(a.attname) from pg_partitioned_table p
      join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
      where p.partrelid = c.oid) as time,
    array(
      select quote_ident(parent.relname) from pg_constraint f
      join pg_class parent on parent.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    ) as parents
  from pg_class c
  where c.relnamespace = 'costplane'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname <> all ($1)
    -- A month that is being dropped.
    and c.relname !~ '_[0-9]{4}_[0-9]{2}(_dropped_|$)'
    and (c.relname = 'organizations' or exists (
      select from pg_attribute where attrelid = c.oid and attname = 'organization_id'
    ))
  order by c.relname`;

/** All tables, each after those that its foreign keys reference. */
export async function readTenantTables(db: ClientBase): Promise<TenantTable[]> {
  const { rows } = await db.query<TenantTable & { parents: string[] }>(tablesSql, [
    ownOfServer,
    ownOfHome,
  ]);
  const waiting = new Map(rows.map((row) => [row.name, row]));
  const ordered: TenantTable[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(
      ({ parents }) => !parents.some((one) => waiting.has(one)),
    );
    if (!next) throw new Error(`foreign keys lead in a circle: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(next.name);
    ordered.push(next);
  }
  return ordered;
}
