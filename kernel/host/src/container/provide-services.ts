import { hash } from 'node:crypto';
import { CLOCK, PRODUCT, READINESS, type Token } from '@costplane/plugin-api';
import { byDatabase, DataVersions, type Pools } from '@costplane/reader';
import { AnswerCache } from '../answers/answer-cache.ts';
import { createKeyStore } from '../auth/key-store.ts';
import { pipelineTokens } from '../http/services.ts';
import { InnerRequests } from '../http/inner-requests.ts';
import { createStreamLimits } from '../http/steps/stream-file.ts';
import { UnsentBodies } from '../http/unsent-bodies.ts';
import { createCursorCodec } from '../pagination/cursor.ts';
import { createMemoryStore } from '../rate-limit/memory-store.ts';
import { createRedisStore } from '../rate-limit/redis-store.ts';
import { createReadiness } from '../readiness.ts';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { type ServiceOptions } from '../service-options.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type RootContainer } from './container.ts';

/** Provides the services of the host, except those that a plugin has replaced. */
export async function provideServices(
  root: RootContainer,
  { config, plugins, redisUrl, log }: ServiceOptions,
  pools: ReadonlyMap<string, Pools>,
  cursorSecret: string,
): Promise<void> {
  const provide = async <T>(token: Token<T>, create: () => T | Promise<T>) => {
    if (!root.has(token)) root.provide(token, await create());
  };
  const { keys, rateLimits, cursors, pools: databases, metrics, state, ...tokens } = pipelineTokens;
  const clock = root.get(CLOCK);
  const controls = mapValues(pools, ({ control }) => control.pool);
  await provide(state, () => ({ isStopping: false }));
  await provide(READINESS, () => createReadiness(controls, root.get(state)));
  await provide(keys, () => createKeyStore(controls));
  await provide(rateLimits, () => {
    if (redisUrl === undefined) return createMemoryStore(clock);
    return createRedisStore(redisUrl, (problem) =>
      log.warn({ problem }, 'the rate-limit store cannot be reached'),
    );
  });
  await provide(cursors, () => createCursorCodec(cursorSecret));
  await provide(databases, () => byDatabase(pools));
  await provide(metrics, () => createMetrics(pools, root.get(rateLimits)));
  await provide(tokens.versions, () =>
    byDatabase(
      mapValues(pools, (one) => new DataVersions(one.control.pool, one.ledgerControl?.pool)),
    ),
  );
  await provide(tokens.answers, () => new AnswerCache(config.responseCache.maxBytes));
  await provide(tokens.build, () => identifyBuild(root.get(PRODUCT).version, plugins.loaded));
  await provide(tokens.ledgerTimeoutSeconds, () => config.database.ledgerTimeoutSeconds);
  await provide(tokens.streamLimits, () => createStreamLimits(config.fairness));
  await provide(tokens.innerRequests, () => new InnerRequests());
  await provide(tokens.unsentBodies, () => new UnsentBodies());
}

/** Identifies the installed packages and the configuration, which responses also depend on. */
function identifyBuild(version: string, loaded: readonly LoadedPlugin[]): string {
  const plugins = loaded.map(({ manifest, config }) => [manifest.name, manifest.version, config]);
  return hash('sha256', JSON.stringify([version, plugins]), 'base64url');
}

const mapValues = <From, To>(items: ReadonlyMap<string, From>, map: (item: From) => To) =>
  new Map([...items].map(([name, item]) => [name, map(item)]));
