import { type Pool } from 'pg';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type NamedDatabase, type ServiceOptions } from './service-options.ts';
import { checkTables, readColumns } from './check-tables.ts';
import {
  byDatabase,
  defaultDatabase,
  openDatabase,
  type Pools,
  type WarehouseState,
} from '@costplane/reader';

/** What the service reads from the warehouses at start, and the problems found so far. */
export async function checkStart(
  options: ServiceOptions,
  databases: readonly NamedDatabase[],
  pools: ReadonlyMap<string, Pools>,
) {
  const find = byDatabase(pools);
  const checked = await Promise.all(
    databases.map((database) => checkDatabase(options, database, find(database.name))),
  );
  const cursorSecret = checked[0]?.cursorSecret;
  const homes = cursorSecret ? await checkHomes(find().state.pool, [...pools.keys()]) : [];
  const problems = checked.flatMap((one) => one.problems);
  return {
    cursorSecret: cursorSecret ?? '',
    problems: [...options.plugins.problems, ...problems, ...homes],
  };
}

/** The cursor-signing secret of a warehouse, and problems with its tables and those of its ledger. */
async function checkDatabase(
  { plugins: { loaded }, log }: ServiceOptions,
  { name, databaseUrl, ledgerDatabaseUrl = databaseUrl }: NamedDatabase,
  { state, queries }: Pools,
): Promise<{ readonly cursorSecret?: string; readonly problems: readonly StartupProblem[] }> {
  const isDefault = name === defaultDatabase;
  /** A database other than the default one that is down affects only its own organizations. */
  const explain = ({ problem, isUnreachable }: Extract<WarehouseState, { problem: unknown }>) => {
    if (isDefault || !isUnreachable) return [problem];
    const fields = { database: name, problem: `${problem.where} ${problem.what}` };
    log.warn(fields, 'a database is not available yet');
    return [];
  };
  const [variable, ledgerVariable] = isDefault
    ? ['DATABASE_URL', 'LEDGER_DATABASE_URL']
    : [`the variable of databases.${name}`, `the ledger variable of databases.${name}`];
  const warehouse = await openDatabase(state.pool, databaseUrl, variable);
  if ('problem' in warehouse) return { problems: explain(warehouse) };
  const columns = await readColumns(state.pool, loaded);
  const problems = checkTables(columns, loaded, ({ tables }) => tables);
  const checkLedger = (itsColumns: typeof columns) =>
    checkTables(itsColumns, loaded, ({ ledgerTables }) => ledgerTables);
  const isLedgerRead = loaded.some(({ plugin }) => plugin.ledgerTables !== undefined);
  if (ledgerDatabaseUrl === databaseUrl || !isLedgerRead) {
    return { ...warehouse, problems: [...problems, ...checkLedger(columns)] };
  }
  const ledger = await openDatabase(queries.pool, ledgerDatabaseUrl, ledgerVariable);
  const ofLedger =
    'problem' in ledger ? explain(ledger) : checkLedger(await readColumns(queries.pool, loaded));
  return { ...warehouse, problems: [...problems, ...ofLedger] };
}

/** The keys of an organization on a database that is not configured would seem unknown. */
async function checkHomes(pool: Pool, known: readonly string[]): Promise<StartupProblem[]> {
  const { rows } = await pool.query<{ database: string; names: string }>(
    `select database, string_agg(name, ', ' order by name) as names from list_homes()
      where database <> all ($1) group by database order by database`,
    [known],
  );
  return rows.map(({ database, names }) => ({
    where: 'databases',
    what: `does not name "${database}", which the directory has for ${names}`,
    fix: `Add ${database} under \`databases\` of the config, or correct its name there`,
  }));
}
