import { hash } from 'node:crypto';
import { type DataScope } from '@costplane/reader';
import { type Principal } from '@costplane/plugin-api';
import { type ValidExchange } from '../http/exchange.ts';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';

/** A request whose response may be cached, and its organization. */
export type CacheableExchange = ValidExchange & { readonly principal: Principal };

export const isCacheable = (exchange: ValidExchange): exchange is CacheableExchange =>
  exchange.route.definition.cacheable === true && exchange.principal !== undefined;

/** The data that the response depends on; `undefined` if the key may not read it. */
export function chooseScope({ route, input, principal }: CacheableExchange): DataScope | undefined {
  const { organization, allowedClusters } = principal;
  const scope = { organizationId: organization.id, hasHistory: route.hasHistory };
  if (route.pathCluster === undefined) return { ...scope, clusters: allowedClusters };
  const cluster = input.params[route.pathCluster] as string;
  if (allowedClusters?.includes(cluster) === false) return undefined;
  return { ...scope, clusters: [cluster] };
}

/** Everything else that the response depends on: operation, organization, allow-list and query. */
export function identifyAnswer({ route, input, principal }: CacheableExchange, build: string) {
  const { organization, allowedClusters } = principal;
  const { params, query, page, costMode, basis } = input;
  return JSON.stringify([
    build,
    route.definition.operationId,
    organization,
    allowedClusters,
    [params, query, page, costMode, basis],
  ]);
}

/** Identifies the installed packages and the configuration, which responses also depend on. */
export function identifyBuild(version: string, loaded: readonly LoadedPlugin[]): string {
  const plugins = loaded.map(({ manifest, config }) => [manifest.name, manifest.version, config]);
  return hash('sha256', JSON.stringify([version, plugins]), 'base64url');
}
