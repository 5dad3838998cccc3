import { type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type ServiceConfig } from './config/config-schema.ts';
import { createContainer, resolveAll } from './container/container.ts';
import { provideServices } from './container/provide-services.ts';
import {
  type Clock,
  CLOCK,
  LOGGER,
  OPENAPI,
  PRODUCT,
  type ProductInfo,
} from '@costplane/plugin-api';
import { checkStart } from './check-start.ts';
import { settleAll } from './errors/settle-all.ts';
import { defaultDatabase, openPools } from '@costplane/reader';
import { StartupError } from '@costplane/plugin-api/internal';
import { createApiServer } from './http/api-server.ts';
import { createApp } from './http/create-app.ts';
import { drain } from './http/drain.ts';
import { listen, portKeys } from './http/listen.ts';
import { pipelineTokens } from './http/services.ts';
import { serveDocument } from './openapi/serve-document.ts';
import { type LoadedPlugin } from './loader/loaded-plugin.ts';
import { type ServiceOptions } from './service-options.ts';
import { registerPlugins } from './loader/register-plugins.ts';
import { logOverridden } from './loader/drop-overridden.ts';
import { createManagementServer } from './telemetry/management-server.ts';

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
 * and database is thrown as one `StartupError`, and nothing is left open.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const cleanUp = createCleanUp();
  try {
    return await bind(options.config, await compose(options, cleanUp), cleanUp);
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

type CleanUp = ReturnType<typeof createCleanUp>;

/** What is closed when the service ends, the last opened first. */
function createCleanUp() {
  const steps: (() => unknown)[] = [];
  return {
    add: (step: () => unknown) => steps.push(step),
    async run() {
      for (let step = steps.pop(); step; step = steps.pop()) await step();
    },
  };
}

type Composition = Awaited<ReturnType<typeof compose>>;

/** A service that is complete but for its ports. */
async function compose(options: ServiceOptions, cleanUp: CleanUp) {
  const { config, log } = options;
  const { loaded } = options.plugins;
  const databases = [{ ...options, name: defaultDatabase }, ...(options.databases ?? [])];
  const pools = new Map(
    databases.map(({ name, databaseUrl, ledgerDatabaseUrl }) => [
      name,
      openPools({ databaseUrl, ledgerDatabaseUrl, log }, config.database),
    ]),
  );
  const allPools = [...pools.values()].flatMap((one) => Object.values(one));
  cleanUp.add(() => Promise.all(allPools.map((one) => one.end())));
  const checked = await checkStart(options, pools);
  logOverridden(loaded, log);

  // Filled in once the port is bound.
  const address = { publicUrl: '' };
  const root = createContainer();
  root.provide(CLOCK, options.clock ?? systemClock);
  root.provide(LOGGER, log);
  root.provide(PRODUCT, describeProduct(address));
  const { document, problems: undocumented } = tryDocument(loaded, address, root.get(CLOCK));
  if (document) root.provide(OPENAPI, document);
  const registered = await registerPlugins(loaded, root, log, config.server.responseCheckEvery);
  const problems = [...checked.problems, ...registered.problems, ...undocumented];
  if (problems.length > 0) throw new StartupError(problems);

  await provideServices(root, options, pools, checked.cursorSecret);
  const services = resolveAll(pipelineTokens, root);
  cleanUp.add(() => services.rateLimits.close());
  const app = createApp(registered.routes, services, config.server) as RequestListener;
  return { app, services, address };
}

async function bind(
  { server, management }: ServiceConfig,
  { app, services: { clock, metrics, state, innerRequests }, address }: Composition,
  cleanUp: CleanUp,
): Promise<RunningService> {
  const metricsServer = createManagementServer(metrics.registry);
  const api = createApiServer(app, { clock, metrics });
  innerRequests.serveBy(api);
  cleanUp.add(() => closeServer(metricsServer));
  cleanUp.add(() => drain(api, metrics.inFlight, state.isStopping ? server.drainSeconds : 0));
  const { values, problems } = await settleAll([
    listen(api, server, portKeys.server),
    listen(metricsServer, management, portKeys.management),
  ]);
  if (problems.length > 0) throw new StartupError(problems);
  const [port = 0, metricsPort = 0] = values;
  const url = `http://${urlHost(server.host)}:${port}`;
  address.publicUrl = (server.publicUrl ?? url).replace(/\/$/, '');
  return {
    url,
    publicUrl: address.publicUrl,
    metricsUrl: `http://${urlHost(management.host)}:${metricsPort}/metrics`,
    stop() {
      state.isStopping = true;
      return cleanUp.run();
    },
  };
}

const systemClock: Clock = { now: () => new Date() };

/** The address that clients use is known once the port is bound. */
function describeProduct(address: { publicUrl: string }): ProductInfo {
  const require = createRequire(import.meta.url);
  const { version } = require('../package.json') as { version: string };
  return {
    version,
    get publicUrl() {
      return address.publicUrl;
    },
  };
}

/** The document of a service whose plugins may be wrong still. */
function tryDocument(
  loaded: readonly LoadedPlugin[],
  address: { publicUrl: string },
  clock: Clock,
) {
  try {
    return { document: serveDocument(loaded, address, clock), problems: [] };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { document: undefined, problems: error.problems };
  }
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host);
