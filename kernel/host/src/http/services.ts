import { hash } from 'node:crypto';
import {
  CLOCK,
  createToken,
  KEY_STORE,
  PRODUCT,
  RATE_LIMIT_STORE,
  READINESS,
  type Token,
} from '@costplane/plugin-api';
import {
  byDatabase,
  type ByDatabase,
  DataVersions,
  type Pools,
  type SharedPools,
} from '@costplane/reader';
import { AnswerCache } from '../answers/answer-cache.ts';
import { createKeyStore } from '../auth/key-store.ts';
import { type RootContainer } from '../container/container.ts';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { createCursorCodec } from '../pagination/cursor.ts';
import { createMemoryStore } from '../rate-limit/memory-store.ts';
import { createRedisStore } from '../rate-limit/redis-store.ts';
import { createReadiness } from '../readiness.ts';
import { type ServiceOptions } from '../service-options.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import { InnerRequests } from './inner-requests.ts';
import { UnsentBodies } from './unsent-bodies.ts';

const service = <T>(id: string, description: string) => createToken<T>(id, description, true);
const CURSORS = service<ReturnType<typeof createCursorCodec>>('cursors', 'the cursors of lists');
const DATABASES = service<ByDatabase<SharedPools>>('databases', 'the databases by name');
const METRICS = service<Metrics>('metrics', 'the metrics of the service');

/** The services that the steps of the pipeline use. A plugin may have replaced those with a token. */
export type PipelineServices = Awaited<ReturnType<typeof createServices>>;

export async function createServices(
  root: RootContainer,
  { config, plugins, redisUrl, log }: ServiceOptions,
  pools: ReadonlyMap<string, Pools>,
  cursorSecret: string,
) {
  const provide = async <T>(token: Token<T>, create: () => T | Promise<T>) => {
    if (!root.has(token)) root.provide(token, await create());
    return root.get(token);
  };
  const clock = root.get(CLOCK);
  const controls = mapValues(pools, ({ control }) => control.pool);
  /** While the process stops, connections are closed after each response. */
  const state = { isStopping: false };
  await provide(READINESS, () => createReadiness(controls, state));
  const rateLimits = await provide(RATE_LIMIT_STORE, () => {
    if (redisUrl === undefined) return createMemoryStore(clock);
    return createRedisStore(redisUrl, (problem) =>
      log.warn({ problem }, 'the rate-limit store cannot be reached'),
    );
  });
  return {
    clock,
    log,
    state,
    rateLimits,
    keys: await provide(KEY_STORE, () => createKeyStore(controls)),
    cursors: await provide(CURSORS, () => createCursorCodec(cursorSecret)),
    pools: await provide(DATABASES, () => byDatabase(pools)),
    metrics: await provide(METRICS, () => createMetrics(pools, rateLimits)),
    versions: byDatabase(
      mapValues(pools, (one) => new DataVersions(one.control.pool, one.ledgerControl?.pool)),
    ),
    answers: new AnswerCache(config.responseCache.maxBytes),
    build: identifyBuild(root.get(PRODUCT).version, plugins.loaded),
    /** Time that a request may read history. */
    ledgerTimeoutSeconds: config.database.ledgerTimeoutSeconds,
    /** Time limits for both sides of a streamed file. */
    streamLimits: {
      /** A file that produces nothing for this long is aborted. Longer than the client's limit. */
      silentForSeconds: 65,
      /** A client that reads nothing for this long is disconnected, since it holds a database connection. */
      stalledAfterMs: 60_000,
      /** Lowest average rate of a client, once the file has waited for it for `graceMs`. */
      minBytesPerSecond: config.fairness.exportMinBytesPerSecond,
      graceMs: config.fairness.exportGraceSeconds * 1000,
    },
    unsentBodies: new UnsentBodies(),
    innerRequests: new InnerRequests(),
  };
}

/** Identifies the installed packages and the configuration, which responses also depend on. */
function identifyBuild(version: string, loaded: readonly LoadedPlugin[]): string {
  const plugins = loaded.map(({ manifest, config }) => [manifest.name, manifest.version, config]);
  return hash('sha256', JSON.stringify([version, plugins]), 'base64url');
}

const mapValues = <From, To>(items: ReadonlyMap<string, From>, map: (item: From) => To) =>
  new Map([...items].map(([name, item]) => [name, map(item)]));
