import { type LoadedPlugin, type LoadOutcome, collectScopes } from '@costplane/kernel';
import { migrateWarehouse } from '@costplane/warehouse';
import { resolve } from 'node:path';
import { type CommandDatabase, openCommandDatabase } from '../database/command-database.ts';
import { prepareDemoKey } from '../demo/demo-key.ts';
import { prepareOrganization } from '../demo/prepare-organization.ts';
import { reportForDemo } from '../demo/report-for-demo.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';
import { loadService } from '../service/load-service.ts';
import { readDatabases } from '../service/read-databases.ts';
import { readServiceConfig } from '../service/read-service-config.ts';
import { runService } from '../service/run-service.ts';
import { isStopped, stopSignal, unlessStopped } from '../stop-signal.ts';
import { costplaneHome, nonEmpty } from '../environment.ts';

export interface StartOptions {
  config?: string;
  port?: number;
  /** Default: 62, which includes all of last month on any day of this month. */
  days: number;
  json?: boolean;
}

/** Runs the whole product with demo data and a key. */
export async function start(options: StartOptions): Promise<void> {
  const stopped = stopSignal();
  const environment = { ...process.env, LOG_LEVEL: nonEmpty(process.env.LOG_LEVEL) ?? 'warn' };
  const loaded = await readServiceConfig({ ...options, environment });
  const { config, ledgerDatabaseUrl, redisUrl } = loaded;
  const databases = readDatabases(config);
  const plugins = await loadService(loaded);
  const database = await openCommandDatabase();
  try {
    const shown = await unlessStopped(
      prepare(database, plugins, {
        ...options,
        distributes: config.warehouse?.distributed ?? false,
      }),
      'Stopped before the demo was complete; the next start completes it',
    );
    const reporting = reportForDemo(database, shown.organization);
    try {
      await runService({
        config,
        databases,
        ledgerDatabaseUrl,
        redisUrl,
        plugins,
        databaseUrl: await database.serviceUrl(),
        stopped,
        onReady({ url, metricsUrl }) {
          if (options.json) printJson({ url, metrics_url: metricsUrl, ...shown });
          else printLines(...tour(url, shown, plugins.loaded));
        },
      });
    } finally {
      await reporting.stop();
    }
  } finally {
    await database.close();
    if (isStopped()) say(`The data stays in ${database.folder ?? 'the database of DATABASE_URL'}`);
  }
}

interface Shown {
  organization: { id: string; name: string };
  key: string;
}

async function prepare(
  database: CommandDatabase,
  { loaded }: LoadOutcome,
  options: { days: number; distributes: boolean },
): Promise<Shown> {
  try {
    const { distributes } = options;
    if (!database.isEmbedded || distributes) {
      await migrateWarehouse(database.url, { onProgress: say, distribute: distributes });
    }
    const { id, name } = await prepareOrganization(database, options);
    const key = await prepareDemoKey(database, id, Object.keys(collectScopes(loaded)).sort());
    return { organization: { id, name }, key };
  } catch (error) {
    throw await database.explain(error);
  }
}

/** Commands that print costs as a table, with the routes that they need. */
const commands = [
  { command: 'get clusters', routes: ['/v1/clusters'] },
  { command: 'cost --by team', routes: ['/v1/teams', '/v1/cost-explorer/query'] },
];
/** Commands to try, most useful first. */
const examples = [
  { route: '/v1/organization', needsKey: true },
  { route: '/v1/clusters', query: '?limit=2', needsKey: true },
  { route: '/health/ready', needsKey: false },
  { route: '/v1/openapi.json', needsKey: false },
  { route: '/health/live', needsKey: false },
];
const docs = '/v1/docs';
/** Browsers do not send the fragment to the server, and the page removes it from the address. */
const page = { route: '/console/', withKey: '/console/#key=' };

function tour(url: string, { organization, key }: Shown, loaded: readonly LoadedPlugin[]) {
  const served = new Set<string>(loaded.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const lines = examples
    .filter(({ route }) => served.has(route))
    .slice(0, 3)
    .map(({ route, query = '', needsKey }) => {
      const header = needsKey ? `-H "Authorization: Bearer ${key}" ` : '';
      return `  curl -s ${header}"${url}${route}${query}"`;
    });
  const tables = commands
    .filter(({ routes }) => routes.every((route) => served.has(route)))
    .map(({ command }) => `  npx costplane ${command}${addressing(url, key)}`);
  return [
    `Costplane serves ${url}`,
    ...(served.has(page.route) ? [`Look at it: ${url}${page.withKey}${key}`] : []),
    `Key of the organization "${organization.name}": ${key}`,
    ...(lines.length > 0 ? ['Try, in another terminal:', ...tables, ...lines] : []),
    ...(served.has(docs) ? [`Docs: ${url}${docs}`] : []),
    'Ctrl-C stops it',
  ];
}

/** The options of a command that cannot find the service and its key by default. */
function addressing(url: string, key: string): string {
  const isFound = url === 'http://127.0.0.1:8080' && costplaneHome() === resolve('.costplane');
  return isFound ? '' : ` --url ${url} --key ${key}`;
}
