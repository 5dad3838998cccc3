import { createServer, type Server } from 'node:http';
import { type Pool } from 'pg';
import { createKeyStore } from './auth/key-store.ts';
import { type ServiceConfig } from './config/config-schema.ts';
import { type Container, createContainer } from './container/container.ts';
import {
  type Clock,
  CLOCK,
  type Logger,
  LOGGER,
  OPENAPI,
  PLUGIN_CONFIG,
  PRODUCT,
  type ProductInfo,
  READINESS,
} from './container/tokens.ts';
import { checkTables } from './database/check-tables.ts';
import { connect } from './database/connect.ts';
import { openDatabase } from './database/open-database.ts';
import { createTenantDatabases } from './database/tenant-databases.ts';
import { StartupError } from './errors/startup-error.ts';
import { answerClientError } from './http/answer-client-error.ts';
import { createApp } from './http/create-app.ts';
import { drain } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { mountRoute } from './http/mount-route.ts';
import { type PipelineServices } from './http/services.ts';
import { assembleOpenApi } from './openapi/assemble.ts';
import { createCursorCodec } from './pagination/cursor.ts';
import { type LoadedPlugin, type LoadOutcome, readKernelVersion } from './plugin/load-plugins.ts';
import { createMemoryStore } from './rate-limit/memory-store.ts';
import { createRedisStore } from './rate-limit/redis-store.ts';
import { createReadiness } from './readiness.ts';
import { createManagementServer } from './telemetry/management-server.ts';
import { createMetrics } from './telemetry/metrics.ts';

/** Above what a URL may have, so that a URL that is too long is answered by a route's rules. */
const maxHeaderBytes = 64 * 1024;

export interface ServiceOptions {
  readonly config: ServiceConfig;
  readonly plugins: LoadOutcome;
  readonly databaseUrl: string;
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}

/** A service that answers. */
export interface RunningService {
  /** The address that the API is bound to. */
  readonly url: string;
  readonly publicUrl: string;
  readonly metricsUrl: string;
  /** Turns readiness to 503, lets requests in flight finish, closes everything. */
  stop(): Promise<void>;
}

/**
 * Composes the service: database, plugins, routes, ports. Everything that is wrong with plugins
 * and database is thrown as one `StartupError`.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, log, clock = { now: () => new Date() } } = options;
  const cleanUp: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const step of cleanUp.reverse()) await step();
  };
  try {
    const pool = connect(options.databaseUrl, log, config.database.poolSize);
    cleanUp.push(() => pool.end());
    const cursorSecret = await checkStart(options, pool);
    const rateLimits = await createRateLimits(options, clock);
    cleanUp.push(() => rateLimits.close());
    const metrics = createMetrics(pool);
    const state = { isStopping: false };
    const address = { publicUrl: config.server.publicUrl ?? '' };
    const { loaded } = options.plugins;
    const root = createContainer();
    root.provide(CLOCK, clock);
    root.provide(LOGGER, log);
    root.provide(READINESS, createReadiness(pool, state));
    root.provide(PRODUCT, await describeProduct(address));
    root.provideLazily(OPENAPI, () => documentSource(loaded, address));
    const services: PipelineServices = {
      clock,
      log,
      metrics,
      rateLimits,
      state,
      keys: createKeyStore(pool, clock),
      cursors: createCursorCodec(cursorSecret),
      databases: createTenantDatabases(pool),
    };

    const app = createApp(mountPlugins(loaded, root, log), services);
    const api = createServer({ maxHeaderSize: maxHeaderBytes }, app);
    api.on('clientError', answerClientError(clock));
    const port = await listen(api, config.server, 'server.port (or PORT)');
    cleanUp.push(() =>
      drain(api, metrics.inFlight, state.isStopping ? config.server.drainSeconds : 0),
    );
    const url = `http://${urlHost(config.server.host)}:${port}`;
    address.publicUrl = (config.server.publicUrl ?? url).replace(/\/$/, '');
    root.get(OPENAPI).document();

    const management = createManagementServer(metrics);
    const managementPort = 'management.port (or MANAGEMENT_PORT)';
    const metricsPort = await listen(management, config.management, managementPort);
    const closeManagement = () => closeServer(management);
    cleanUp.splice(-1, 0, closeManagement);
    return {
      url,
      publicUrl: address.publicUrl,
      metricsUrl: `http://${urlHost(config.management.host)}:${metricsPort}/metrics`,
      stop() {
        state.isStopping = true;
        return stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** The address that clients use is known once the port is bound. */
async function describeProduct(address: { publicUrl: string }): Promise<ProductInfo> {
  const version = await readKernelVersion();
  return {
    version,
    get publicUrl() {
      return address.publicUrl;
    },
  };
}

function documentSource(loaded: readonly LoadedPlugin[], address: { publicUrl: string }) {
  const document = assembleOpenApi(loaded, address.publicUrl);
  return { document: () => document };
}

async function checkStart(options: ServiceOptions, pool: Pool): Promise<string> {
  const { loaded, problems } = options.plugins;
  const warehouse = await openDatabase(pool, options.databaseUrl);
  if ('problem' in warehouse) throw new StartupError([...problems, warehouse.problem]);
  const all = [...problems, ...(await checkTables(pool, loaded))];
  if (all.length > 0) throw new StartupError(all);
  return warehouse.cursorSecret;
}

function createRateLimits({ redisUrl, log }: ServiceOptions, clock: Clock) {
  if (redisUrl === undefined) return createMemoryStore(clock);
  return createRedisStore(redisUrl, (problem) => {
    log.warn({ problem }, 'the rate-limit store cannot be reached');
  });
}

function mountPlugins(loaded: readonly LoadedPlugin[], root: Container, log: Logger) {
  return loaded.flatMap(({ plugin, config, routes }) => {
    const container = root.createChild();
    container.provide(PLUGIN_CONFIG, config);
    container.provide(LOGGER, labelled(log, plugin.id));
    try {
      plugin.register?.(container, config);
      return routes.map((route) => mountRoute(route, plugin.id, container));
    } catch (error) {
      const what = `fails to register: ${(error as Error).message}`;
      throw new StartupError([{ where: `plugin ${plugin.id}`, what }]);
    }
  });
}

/** The log with every line labelled with the plugin that wrote it. */
function labelled(log: Logger, plugin: string): Logger {
  const label = (fields: object) => ({ plugin, ...fields });
  return {
    debug: (fields, message) => log.debug(label(fields), message),
    info: (fields, message) => log.info(label(fields), message),
    warn: (fields, message) => log.warn(label(fields), message),
    error: (fields, message) => log.error(label(fields), message),
  };
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
