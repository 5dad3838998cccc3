import { type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type ServiceConfig } from './config/config-schema.ts';
import { createContainer } from './container/container.ts';
import { type Clock, CLOCK, LOGGER, OPENAPI, PRODUCT } from '@costplane/plugin-api';
import { checkStart } from './check-start.ts';
import { describeThrown } from './errors/describe-thrown.ts';
import { settleAll } from './errors/settle-all.ts';
import { defaultDatabase, openPools } from '@costplane/reader';
import { StartupError } from '@costplane/plugin-api/internal';
import { createApiServer } from './http/api-server.ts';
import { createApp } from './http/create-app.ts';
import { drain, trackConnections } from './http/drain.ts';
import { joinHostPort, listen, portKeys } from './http/listen.ts';
import { createServices } from './http/services.ts';
import { serveDocument } from './openapi/serve-document.ts';
import { type ServiceOptions } from './service-options.ts';
import { registerPlugins } from './loader/register-plugins.ts';
import { logOverridden } from './loader/drop-overridden.ts';
import { createManagementServer } from './telemetry/management-server.ts';

/** A running service. */
export interface RunningService {
  /** The address that the API is bound to. */
  readonly url: string;
  readonly publicUrl: string;
  readonly metricsUrl: string;
  /** Sets readiness to 503, lets requests in flight finish, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the service: databases, plugins, routes, ports. All problems of plugins and databases are thrown as
 * one `StartupError`, and nothing is left open.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const cleanUp: CleanUp = [];
  try {
    return await bind(options.config, await compose(options, cleanUp), cleanUp);
  } catch (error) {
    await close(cleanUp).catch((err: unknown) =>
      options.log.warn({ err }, 'a failed start left something open'),
    );
    throw error;
  }
}

/** Steps that close what was started. */
type CleanUp = (() => unknown)[];

/** Runs all steps in reverse order, even if some of them fail. */
async function close(cleanUp: CleanUp): Promise<void> {
  const errors: unknown[] = [];
  for (const step of cleanUp.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(describeThrown).join('; '));
}

type Composition = Awaited<ReturnType<typeof compose>>;

/** Builds the service except for its ports. */
async function compose(options: ServiceOptions, cleanUp: CleanUp) {
  const { config, log } = options;
  const { loaded } = options.plugins;
  const databases = [{ ...options, name: defaultDatabase }, ...(options.databases ?? [])];
  const pools = new Map(
    databases.map(({ name, databaseUrl, ledgerDatabaseUrl }) => [
      name,
      openPools({ databaseUrl, ledgerDatabaseUrl, log }, config.database, config.fairness),
    ]),
  );
  const allPools = [...pools.values()].flatMap((one) => Object.values(one));
  cleanUp.push(() => Promise.all(allPools.map(({ pool }) => pool.end())));
  const checked = await checkStart(options, databases, pools);
  logOverridden(loaded, log);

  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  // The address that clients use is known once the port is bound.
  const product = { version, publicUrl: '' };
  const root = createContainer();
  root.provide(CLOCK, options.clock ?? systemClock);
  root.provide(LOGGER, log);
  root.provide(PRODUCT, product);
  const documented = await settleAll([
    Promise.resolve().then(() =>
      root.provide(OPENAPI, serveDocument(loaded, product, root.get(CLOCK))),
    ),
  ]);
  const registered = await registerPlugins(loaded, root, log, config.server.responseCheckEvery);
  const problems = [...checked.problems, ...registered.problems, ...documented.problems];
  if (problems.length > 0) throw new StartupError(problems);

  const services = await createServices(root, options, pools, checked.cursorSecret);
  cleanUp.push(() => services.rateLimits.close());
  const app = createApp(registered.routes, services, config.server);
  return { app, services, product };
}

async function bind(
  { server, management }: ServiceConfig,
  { app, services: { clock, metrics, state, innerRequests }, product }: Composition,
  cleanUp: CleanUp,
): Promise<RunningService> {
  const metricsServer = createManagementServer(metrics.registry);
  const api = createApiServer(app, { clock, metrics });
  innerRequests.serveBy(api);
  cleanUp.push(() => closeServer(metricsServer));
  const connections = trackConnections(api);
  cleanUp.push(() =>
    drain(api, connections, metrics.inFlight, state.isStopping ? server.drainSeconds : 0),
  );
  const { values, problems } = await settleAll([
    listen(api, server, portKeys.server),
    listen(metricsServer, management, portKeys.management),
  ]);
  if (problems.length > 0) throw new StartupError(problems);
  const [port = 0, metricsPort = 0] = values;
  const url = `http://${joinHostPort(server.host, port)}`;
  product.publicUrl = (server.publicUrl ?? url).replace(/\/$/, '');
  return {
    url,
    publicUrl: product.publicUrl,
    metricsUrl: `http://${joinHostPort(management.host, metricsPort)}/metrics`,
    stop() {
      state.isStopping = true;
      return close(cleanUp);
    },
  };
}

const systemClock: Clock = { now: () => new Date() };

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
