import { type NamedDatabase } from '@costplane/kernel';
import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { nonEmpty } from '../environment.ts';
import { type Config } from './config-schema.ts';

/**
 * The databases that a config names, with their URLs from the environment.
 *
 * @throws {StartupError} if a URL is missing, or two of them are equal
 */
export function readDatabases(
  { databases = {} }: Pick<Config, 'databases'>,
  environment: NodeJS.ProcessEnv = process.env,
): NamedDatabase[] {
  const problems: StartupProblem[] = [];
  const defaultUrl = nonEmpty(environment.DATABASE_URL);
  const names = new Map(defaultUrl === undefined ? [] : [[defaultUrl, 'the default database']]);
  const refuse = (name: string, what: string, fix: string) =>
    problems.push({ where: `databases.${name}`, what, fix });
  const read = (name: string, variable: string) => {
    const url = nonEmpty(environment[variable]);
    if (url === undefined) {
      refuse(name, `names the variable ${variable}, which is not set`, `Set ${variable} to a URL`);
    }
    return url ?? '';
  };
  const entries = Object.entries(databases);
  if (entries.length > 0 && defaultUrl === undefined) {
    problems.push({
      where: 'databases',
      what: 'needs a default database besides those that it names',
      fix: 'Set DATABASE_URL',
    });
  }
  const found = entries.map(([name, { urlVariable, ledgerUrlVariable }]): NamedDatabase => {
    const databaseUrl = read(name, urlVariable);
    const other = names.get(databaseUrl);
    if (other !== undefined) {
      refuse(name, `is the same database as ${other}`, `Correct ${urlVariable}, or remove one`);
    }
    if (databaseUrl !== '') names.set(databaseUrl, name);
    const ledgerDatabaseUrl = ledgerUrlVariable && read(name, ledgerUrlVariable);
    return { name, databaseUrl, ledgerDatabaseUrl };
  });
  if (problems.length > 0) throw new StartupError(problems);
  return found;
}
