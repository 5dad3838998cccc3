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
  READINESS,
} from './container/tokens.ts';
import { checkTables } from './database/check-tables.ts';
import { connect } from './database/connect.ts';
import { openDatabase } from './database/open-database.ts';
import { createTenantDatabases } from './database/tenant-databases.ts';
import { StartupError } from './errors/startup-error.ts';
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

/** Node refuses a longer request line by itself; ours is answered with 414 first. */
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
  const pool = connect(options.databaseUrl, log, config.database.poolSize);
  try {
    const cursorSecret = await checkStart(options, pool);
    const metrics = createMetrics(pool);
    const state = { isStopping: false };
    const services: PipelineServices = {
      clock,
      log,
      metrics,
      keys: createKeyStore(pool, clock),
      cursors: createCursorCodec(cursorSecret),
      databases: createTenantDatabases(pool),
      rateLimits: await createRateLimits(options, clock),
    };
    const root = createContainer();
    root.provide(CLOCK, clock);
    root.provide(LOGGER, log);
    root.provide(READINESS, createReadiness(pool, state));

    const api = createServer({ maxHeaderSize: maxHeaderBytes });
    const port = await listen(api, config.server, 'server.port (or PORT)');
    const url = `http://${urlHost(config.server.host)}:${port}`;
    const publicUrl = (config.server.publicUrl ?? url).replace(/\/$/, '');
    root.provide(PRODUCT, { version: await readKernelVersion(), publicUrl });
    const { loaded } = options.plugins;
    const document = assembleOpenApi(loaded, publicUrl);
    root.provide(OPENAPI, { document: () => document });
    api.on('request', createApp(mountPlugins(loaded, root, log), services));

    const management = createManagementServer(metrics);
    const metricsPort = await listenBeside(api, management, config);
    return {
      url,
      publicUrl,
      metricsUrl: `http://${urlHost(config.management.host)}:${metricsPort}/metrics`,
      async stop() {
        state.isStopping = true;
        await drain(api, metrics.inFlight, config.server.drainSeconds);
        await closeServer(management);
        await services.rateLimits.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
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

async function listenBeside(api: Server, management: Server, config: ServiceConfig) {
  try {
    return await listen(management, config.management, 'management.port (or MANAGEMENT_PORT)');
  } catch (error) {
    await closeServer(api);
    throw error;
  }
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
