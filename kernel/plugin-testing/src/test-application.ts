import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import {
  apiKey,
  assembleOpenApi,
  createConfig,
  hashCredential,
  type RunningService,
  type ServiceConfig,
  type ServiceOptions,
  startService,
  tryLoadPlugins,
} from '@costplane/kernel';
import { type Logger, type OpenApiDocument } from '@costplane/plugin-api';
import { createResponseCheck } from './check-response.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApplicationOptions extends Pick<
  ServiceOptions,
  'clock' | 'redisUrl' | 'ledgerDatabaseUrl'
> {
  /** Entry files of the plugins, such as `new URL('../src/index.ts', import.meta.url)`. */
  readonly plugins: readonly (URL | { readonly entry: URL; readonly config: unknown })[];
  /** How long a request may read history. */
  readonly ledgerTimeoutSeconds?: number;
  /** Settings of fairness between organizations that differ from the defaults. */
  readonly fairness?: Partial<ServiceConfig['fairness']>;
  /** The max-age of Strict-Transport-Security. */
  readonly hstsSeconds?: number;
  /** Gets every line of the log. */
  readonly onLog?: (level: keyof Logger, fields: object, message: string) => void;
}

export interface KeyOptions {
  readonly scopes: readonly string[];
  readonly allowedClusterIds?: readonly string[] | null;
  readonly requestsPerMinute?: number;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly body: any;
}

/** A real host with chosen plugins, over a real database of its own. */
export interface TestApplication {
  readonly service: RunningService;
  readonly document: OpenApiDocument;
  /** Runs SQL as the owner of the database, to prepare rows. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Inserts a row; keys are columns. */
  insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void>;
  createOrganization(name: string, currency?: string): Promise<string>;
  createKey(organizationId: string, options: KeyOptions): Promise<string>;
  /** Sends a request; every JSON answer is checked against the OpenAPI document. */
  request(path: string, init?: RequestInit & { key?: string }): Promise<TestResponse>;
  get(path: string, key?: string): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** Boots an application from a list of plugins; `stop` it when the tests are done. */
export async function bootTestApplication(
  options: TestApplicationOptions,
): Promise<TestApplication> {
  const config = createConfig({
    server: { port: 0, hstsSeconds: options.hstsSeconds, responseCheckEvery: 1 },
    management: { port: 0 },
    database: { ledgerTimeoutSeconds: options.ledgerTimeoutSeconds },
    fairness: options.fairness,
  });
  const plugins = await tryLoadPlugins(options.plugins.map(toReference), import.meta.dirname);
  const database = await createTestDatabase();
  const owner = new Client({
    connectionString: database.url,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await owner.connect();
  try {
    const own = { databaseUrl: database.url, log: logTo(options.onLog) };
    const service = await startService({ ...options, ...own, config, plugins });
    const document = assembleOpenApi(plugins.loaded, service.publicUrl);
    return applicationOver(service, document, owner, () => database.drop());
  } catch (error) {
    await owner.end();
    await database.drop();
    throw error;
  }
}

function applicationOver(
  service: RunningService,
  document: OpenApiDocument,
  owner: Client,
  dropDatabase: () => Promise<void>,
): TestApplication {
  const check = createResponseCheck(document);
  const { COSTPLANE_TEST_SETTLE: settle } = process.env;
  let settled: Promise<unknown> | undefined = Promise.resolve();

  const sql: TestApplication['sql'] = async <Row>(
    text: string,
    values: readonly unknown[] = [],
  ) => {
    const { rows } = await owner.query(text, [...values]);
    if (/^\s*(insert|update|delete)\b/.test(text)) settled = undefined;
    return rows as Row[];
  };

  const insert: TestApplication['insert'] = async (table, row) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    await sql(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    );
  };

  const request: TestApplication['request'] = async (path, { key, ...init } = {}) => {
    if (settle !== undefined) await (settled ??= owner.query(settle));
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('Authorization', `Bearer ${key}`);
    // Compressing and decompressing takes up to half of the CPU time of a test with many requests.
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
    const response = await fetch(`${service.url}${path}`, { ...init, headers });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const isJson = /^application\/json(;|$)/.test(type);
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
    if (body !== undefined) {
      const { pathname } = new URL(response.url);
      check(init.method ?? 'GET', pathname, response.status, body);
    }
    return { status: response.status, headers: response.headers, text, body };
  };

  return {
    service,
    document,
    sql,
    insert,
    request,
    get: (path, key) => request(path, key === undefined ? {} : { key }),
    async createOrganization(name, currency = 'USD') {
      const id = crypto.randomUUID();
      await insert('organizations', { id, name, currency });
      return id;
    },
    async createKey(organizationId, { scopes, allowedClusterIds = null, requestsPerMinute }) {
      const key = apiKey.mint();
      await insert('api_keys', {
        organization_id: organizationId,
        key_hash: hashCredential(key),
        key_hint: apiKey.hint(key),
        scopes,
        allowed_cluster_ids: allowedClusterIds,
        requests_per_minute: requestsPerMinute ?? null,
      });
      return key;
    },
    async stop() {
      await service.stop();
      await owner.end();
      await dropDatabase();
    },
  };
}

function toReference(plugin: TestApplicationOptions['plugins'][number]) {
  const { entry, config } = plugin instanceof URL ? { entry: plugin, config: undefined } : plugin;
  return { package: fileURLToPath(entry), config };
}

const logTo = (onLog: TestApplicationOptions['onLog'] = () => undefined): Logger => ({
  debug: (fields, message) => onLog('debug', fields, message),
  info: (fields, message) => onLog('info', fields, message),
  warn: (fields, message) => onLog('warn', fields, message),
  error: (fields, message) => onLog('error', fields, message),
});
