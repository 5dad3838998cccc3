import { hash } from 'node:crypto';
import { type DataScope } from '@costplane/reader';
import { type Principal } from '@costplane/plugin-api';
import { type ValidExchange } from '../http/exchange.ts';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';

/** A request whose answer may have been given before, and whose it is. */
export type CacheableExchange = ValidExchange & { readonly principal: Principal };

export const isCacheable = (exchange: ValidExchange): exchange is CacheableExchange =>
  exchange.route.definition.cacheable === true && exchange.principal !== undefined;

/** What the answer is made of; nothing where the key may not have it. */
export function chooseScope({ route, input, principal }: CacheableExchange): DataScope | undefined {
  const { organization, allowedClusters } = principal;
  const scope = { organizationId: organization.id, hasHistory: route.hasHistory };
  if (route.pathCluster === undefined) return { ...scope, clusters: allowedClusters };
  const cluster = input.params[route.pathCluster] as string;
  if (allowedClusters?.includes(cluster) === false) return undefined;
  return { ...scope, clusters: [cluster] };
}

/** What else makes the answer what it is: the operation, whose it is, and the bound query. */
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

/** Names what is installed and how it is configured: another service may answer in other words. */
export function identifyBuild(version: string, loaded: readonly LoadedPlugin[]): string {
  const plugins = loaded.map(({ manifest, config }) => [manifest.name, manifest.version, config]);
  return hash('sha256', JSON.stringify([version, plugins]), 'base64url');
}
