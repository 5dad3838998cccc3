import { type Pool } from 'pg';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type NamedDatabase, type ServiceOptions } from './service-options.ts';
import { checkTables, readColumns } from './check-tables.ts';
import { byDatabase, openDatabase, type Pools, type WarehouseState } from '@costplane/reader';

/** What the service reads from the warehouse at start, and the problems found so far. */
export async function checkStart(
  options: ServiceOptions,
  pools: ReadonlyMap<string, Pools>,
): Promise<{ readonly cursorSecret: string; readonly problems: readonly StartupProblem[] }> {
  const { problems } = options.plugins;
  const find = byDatabase(pools);
  const state = find().state.pool;
  const warehouse = await openDatabase(state, options.databaseUrl);
  if ('problem' in warehouse)
    return { cursorSecret: '', problems: [...problems, warehouse.problem] };
  const others = (options.databases ?? []).map((database) =>
    checkOther(options, database, find(database.name)),
  );
  return {
    cursorSecret: warehouse.cursorSecret,
    problems: [
      ...problems,
      ...(await checkContent(options, options, find())),
      ...(await checkHomes(state, [...pools.keys()])),
      ...(await Promise.all(others)).flat(),
    ],
  };
}

/** A database that is down affects only its own organizations. */
async function checkOther(
  options: ServiceOptions,
  database: NamedDatabase,
  pools: Pools,
): Promise<readonly StartupProblem[]> {
  const variable = `the variable of databases.${database.name}`;
  const warehouse = await openDatabase(pools.state.pool, database.databaseUrl, variable);
  const explain: Explain = ({ problem, isUnreachable }) => {
    if (!isUnreachable) return [problem];
    const fields = { database: database.name, problem: `${problem.where} ${problem.what}` };
    options.log.warn(fields, 'a database is not available yet');
    return [];
  };
  if ('problem' in warehouse) return explain(warehouse);
  const ledgerVariable = `the ledger variable of databases.${database.name}`;
  return checkContent(options, database, pools, ledgerVariable, explain);
}

/** The problems that prevent the start if a database cannot be used. */
type Explain = (
  unusable: Extract<WarehouseState, { problem: unknown }>,
) => readonly StartupProblem[];

/** Problems with the tables of a warehouse and of its ledger. */
async function checkContent(
  { plugins: { loaded } }: ServiceOptions,
  { databaseUrl, ledgerDatabaseUrl = databaseUrl }: Omit<NamedDatabase, 'name'>,
  { state, queries }: Pools,
  ledgerVariable = 'LEDGER_DATABASE_URL',
  explain: Explain = ({ problem }) => [problem],
): Promise<readonly StartupProblem[]> {
  const columns = await readColumns(state.pool, loaded);
  const problems = checkTables(columns, loaded, ({ tables }) => tables);
  if (loaded.every(({ plugin }) => plugin.ledgerTables === undefined)) return problems;
  const checkLedger = (itsColumns: typeof columns) =>
    checkTables(itsColumns, loaded, ({ ledgerTables }) => ledgerTables);
  if (ledgerDatabaseUrl === databaseUrl) return [...problems, ...checkLedger(columns)];
  const ledger = await openDatabase(queries.pool, ledgerDatabaseUrl, ledgerVariable);
  if ('problem' in ledger) return [...problems, ...explain(ledger)];
  return [...problems, ...checkLedger(await readColumns(queries.pool, loaded))];
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
