import { type Pool } from 'pg';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type Column, type Tables } from '@costplane/plugin-api';
import { type LoadedPlugin } from './loader/loaded-plugin.ts';

/** A column that the service's role sees in a warehouse. */
export interface ActualColumn {
  readonly table_name: string;
  readonly column_name: string;
  readonly type_name: string;
  readonly nullable: boolean;
  readonly readable: boolean;
  /** Has triggers that change versions, or needs none because Citus distributes it. */
  readonly watched: boolean;
}

const actualColumnsSql = `
  select c.relname as table_name, a.attname as column_name, t.typname as type_name,
    not a.attnotnull as nullable,
    has_column_privilege(c.oid, a.attnum, 'select') as readable,
    exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid = c.oid
        and (tgname like 'version\\_%' or proname = 'citus_truncate_trigger')
    ) as watched
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
    and c.relname = any ($1)`;

/** Reads the columns of the connected warehouse, of the tables that plugins declare. */
export async function readColumns(
  pool: Pool,
  loaded: readonly LoadedPlugin[],
): Promise<readonly ActualColumn[]> {
  const tables = loaded.flatMap(({ plugin }) =>
    Object.keys({ ...plugin.tables, ...plugin.ledgerTables }),
  );
  return (await pool.query<ActualColumn>(actualColumnsSql, [tables])).rows;
}

/**
 * Compares the tables that plugins declare with the columns of a warehouse, so that a mismatch is reported
 * at start with the name of the column.
 */
export function checkTables(
  rows: readonly ActualColumn[],
  loaded: readonly LoadedPlugin[],
  tablesOf: (plugin: LoadedPlugin['plugin']) => Tables | undefined,
): StartupProblem[] {
  const tables = new Set(rows.map((row) => row.table_name));
  const columns = new Map(rows.map((row) => [`${row.table_name}.${row.column_name}`, row]));
  const watched = new Set(rows.flatMap((row) => (row.watched ? row.table_name : [])));
  const describeTable = (table: string, declared: Tables[string], isCached: boolean) => {
    if (!tables.has(table)) return [`the table ${table}, which the warehouse does not have`];
    const unwatched = isCached && !watched.has(table);
    return [
      ...(unwatched ? [`the table ${table} for cacheable routes, which no trigger watches`] : []),
      ...listMisfits(table, declared, columns),
    ];
  };
  return loaded.flatMap(({ plugin, manifest, routes }) => {
    const isCached = routes.some(({ cacheable }) => cacheable);
    return Object.entries(tablesOf(plugin) ?? {})
      .flatMap(([table, declared]) => describeTable(table, declared, isCached))
      .map((what) => ({
        where: `plugin ${manifest.name}`,
        what: `reads ${what}`,
        fix: 'Run `costplane migrate`, or install the version of the plugin that fits',
      }));
  });
}

const listMisfits = (
  table: string,
  declared: Tables[string],
  columns: ReadonlyMap<string, ActualColumn>,
): string[] =>
  Object.entries(declared).flatMap(([name, column]) => {
    const what = describeMisfit(columns.get(`${table}.${name}`), column);
    return what === undefined ? [] : `the column ${table}.${name}, which ${what}`;
  });

function describeMisfit(column: ActualColumn | undefined, { postgresType, nullable }: Column) {
  if (!column) return 'the warehouse does not have';
  if (column.type_name !== postgresType) {
    return `is ${column.type_name} in the warehouse, not ${postgresType}`;
  }
  if (column.nullable && !nullable) return 'may be null in the warehouse';
  if (!column.readable) return 'the service may not read';
  return undefined;
}
