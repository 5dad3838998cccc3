import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Answer, type Client } from '../client.ts';
import { costplaneJson, serve, type Service } from '../costplane.ts';
import { createDatabase, type Database } from '../database.ts';
import { temporaryFolder } from '../folder.ts';
import { copyKey } from '../mint-key.ts';
import { type DocumentedOperation, makeUrl } from '../operations.ts';
import { repository } from '../paths.ts';
import { addCluster } from '../tenants.ts';

/** A service with the plugins of a config, over an organization that has rows for every route. */
export interface RunningEdition {
  readonly service: Service;
  readonly database: Database;
  /** Of a command that is to see what the service sees. */
  readonly environment: Readonly<Record<string, string>>;
  /** A key of every scope of the edition. */
  readonly key: string;
  /** The scopes of that key. */
  readonly keyScopes: readonly string[];
  /** That key, with one of its scopes alone. */
  copyKey(scope: string): Promise<string>;
  /** Asks for what there is, with all that the route requires. */
  ask(client: Client, operation: DocumentedOperation, key?: string): Promise<Answer>;
  /** What `urlOf` a route of whatever edition is. */
  urlOf(operation: Pick<DocumentedOperation, 'path' | 'query'>): string;
  /** The URL of each file that the process has imported, required or looked for as a module. */
  imported(): Promise<ReadonlySet<string>>;
  stop(): Promise<void>;
}

const organization = 'acme';
const logImports = pathToFileURL(join(import.meta.dirname, 'log-imports.ts')).href;

/** The config of an edition that is shipped as an example. */
export const editionFile = (name: string) => join(repository, 'e2e/editions', `${name}.yaml`);

/**
 * Takes in a cluster, takes the tables away that the edition is said not to read, and starts it.
 */
export async function startEdition(
  config: string,
  { tablesNotRead = [] }: { tablesNotRead?: readonly string[] } = {},
): Promise<RunningEdition> {
  const database = await createDatabase();
  const folder = await temporaryFolder();
  const environment = { DATABASE_URL: database.url, COSTPLANE_CONFIG: config };
  await database.sql(`insert into organizations (name) values ($1)`, [organization]);
  const { paths } = await addCluster(database, { organization, name: 'north', at: Date.now() });
  for (const table of tablesNotRead) {
    await database.sql(`alter table ${table} rename to ${table}_gone`);
  }
  const { key, scopes: keyScopes } = await costplaneJson<{ key: string; scopes: string[] }>(
    ['key', 'create', '--org', organization, '--scope', 'all', '--limit', '1000000'],
    environment,
  );
  const log = join(folder.path, 'imported');
  const service = await serve({
    ...environment,
    NODE_OPTIONS: `--import=${logImports}`,
    IMPORT_LOG: log,
  });
  const toUrl: RunningEdition['urlOf'] = (operation) => makeUrl(operation, paths);
  return {
    service,
    database,
    environment,
    key,
    keyScopes,
    urlOf: toUrl,
    async copyKey(scope) {
      const [copy] = (await copyKey(database, key, 1, { scopes: [scope] })) as [string];
      return copy;
    },
    ask: (client, operation, as) =>
      operation.method === 'post'
        ? client.post(toUrl(operation), {}, as)
        : client.get(toUrl(operation), as),
    imported: async () => new Set((await readFile(log, 'utf8')).trimEnd().split('\n')),
    async stop() {
      await service.stop();
      await database.drop();
      await folder.remove();
    },
  };
}

const pluginsFolder = pathToFileURL(join(repository, 'plugins')).href;

/** The plugins of ours that files are of, by the names of their folders. */
export const pluginsAmong = (urls: ReadonlySet<string>): string[] => [
  ...new Set(
    [...urls]
      .filter((url) => url.startsWith(`${pluginsFolder}/`))
      .map((url) => url.slice(pluginsFolder.length + 1).split('/', 1)[0]!),
  ),
];

/** Those of some packages that files are of. */
export const packagesAmong = (urls: ReadonlySet<string>, names: readonly string[]) =>
  names.filter((name) => [...urls].some((url) => url.includes(`/node_modules/${name}/`)));
