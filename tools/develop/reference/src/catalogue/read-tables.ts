import { openWarehouse } from '@costplane/warehouse';
import { sql } from 'kysely';

export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: string | null;
  readonly isGenerated: boolean;
}

/** A table as described by PostgreSQL's catalog. Definitions are SQL. */
export interface TableFacts {
  readonly name: string;
  /** `RANGE (day)`; null for an unpartitioned table. */
  readonly partitionKey: string | null;
  readonly columns: readonly ColumnFacts[];
  /** The primary key first. */
  readonly keys: readonly string[];
  /** Indexes that are not keys, each with its definition from the columns on. */
  readonly indexes: readonly { name: string; isUnique: boolean; definition: string }[];
  readonly isSecured: boolean;
  /** The rows that row-level security shows to a role that is not the owner. */
  readonly policies: readonly { role: string; condition: string }[];
  /** Privileges of each role, by their names in SQL; `SELECT (a, b)` if it may read only some columns. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
}

/** Every table of the schema `costplane`, by name, except those of the migrator and partitions. */
export async function readTables(url: string): Promise<TableFacts[]> {
  const db = openWarehouse(url, 'owner');
  try {
    return (await sql.raw<TableFacts>(tablesQuery).execute(db)).rows;
  } finally {
    await db.destroy();
  }
}

const roles = ['costplane_api', 'costplane_ingest'];
const privileges = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const columns = `
  select jsonb_agg(jsonb_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'nullable', not a.attnotnull,
    'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'isGenerated', a.attgenerated <> ''
  ) order by a.attnum)
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const keys = `
  select coalesce(jsonb_agg(pg_get_constraintdef(k.oid)
    order by position(k.contype::text in 'puf'), k.conname collate "C"), '[]')
  from pg_constraint k
  where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')`;

const indexes = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', i.indexrelid::regclass::text,
    'isUnique', i.indisunique,
    'definition', regexp_replace(pg_get_indexdef(i.indexrelid), '^.*? USING btree ', '')
  ) order by i.indexrelid::regclass::text collate "C"), '[]')
  from pg_index i
  where i.indrelid = c.oid
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid
      and k.contype in ('p', 'u'))`;

const policies = `
  select coalesce(jsonb_agg(jsonb_build_object('role', role, 'condition', p.qual)
    order by role collate "C"), '[]')
  from pg_policies p, unnest(p.roles) as role
  where p.schemaname = 'costplane' and p.tablename = c.relname`;

const grants = `
  select jsonb_object_agg(role, coalesce((select jsonb_agg(privilege order by place)
    from unnest(array[${texts(privileges)}]) with ordinality as p (privilege, place)
    where has_table_privilege(role, c.oid, privilege)), (
    select jsonb_build_array('SELECT (' || string_agg(attname, ', ' order by attnum) || ')')
    from pg_attribute
    where attrelid = c.oid and attnum > 0 and has_column_privilege(role, c.oid, attnum, 'SELECT')
    having count(*) > 0), '[]'))
  from unnest(array[${texts(roles)}]) as role`;

const tablesQuery = `
  select c.relname as name, pg_get_partkeydef(c.oid) as "partitionKey",
    c.relrowsecurity as "isSecured", (${columns}) as columns, (${keys}) as keys,
    (${indexes}) as indexes, (${policies}) as policies, (${grants}) as grants
  from pg_class c
  where c.relnamespace = 'costplane'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname not like 'kysely%'
  order by c.relname collate "C"`;
