import { type Pool } from 'pg';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type ServiceOptions } from './service-options.ts';
import { checkTables } from './check-tables.ts';
import { openDatabase, type Pools } from '@costplane/reader';

/** What the warehouse gives the service, and all that is wrong with it and the plugins so far. */
export async function checkStart(
  options: ServiceOptions,
  { state, queries }: Pools,
): Promise<{ readonly cursorSecret: string; readonly problems: readonly StartupProblem[] }> {
  const { loaded, problems } = options.plugins;
  const warehouse = await openDatabase(state, options.databaseUrl);
  if ('problem' in warehouse)
    return { cursorSecret: '', problems: [...problems, warehouse.problem] };
  return {
    cursorSecret: warehouse.cursorSecret,
    problems: [
      ...problems,
      ...(await checkTables(state, loaded, ({ tables }) => tables)),
      ...(await checkLedger(options, queries)),
    ],
  };
}

async function checkLedger(
  { plugins: { loaded }, databaseUrl, ledgerDatabaseUrl = databaseUrl }: ServiceOptions,
  pool: Pool,
): Promise<StartupProblem[]> {
  if (loaded.every(({ plugin }) => plugin.ledgerTables === undefined)) return [];
  const ledger = await openDatabase(pool, ledgerDatabaseUrl, 'LEDGER_DATABASE_URL');
  if ('problem' in ledger) return [ledger.problem];
  return checkTables(pool, loaded, ({ ledgerTables }) => ledgerTables);
}
