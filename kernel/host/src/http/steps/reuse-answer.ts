import { type DataScope } from '@costplane/reader';
import { type Principal } from '@costplane/plugin-api';
import { digest, findCurrentTag, formatTag } from '../../answers/entity-tag.ts';
import { type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';
import { describeRequest } from '../meta-parts.ts';
import { sendAnswer, sendUnchanged } from '../send-answer.ts';

/**
 * Step 7: answers 304 if the client has the current response, or from the cache if that has it. The version
 * is read before the data, so that cached data may be newer than its version but never older. Returns
 * whether the request was answered.
 */
export async function reuseAnswer(
  exchange: ValidExchange,
  services: PipelineServices,
): Promise<boolean> {
  if (!isCacheable(exchange)) return false;
  const scope = chooseScope(exchange);
  if (!scope) return false;
  const { versions, build, clock, answers } = services;
  const version = await versions(exchange.principal.database).read(scope);
  const now = clock.now();
  const identity = digest(identifyAnswer(exchange, build));
  const name = digest(version, identity);
  const tag = findCurrentTag(exchange.request.headers['if-none-match'], name, now);
  if (tag !== undefined) {
    sendUnchanged(exchange.response, tag);
    return true;
  }
  const { organizationId } = scope;
  const { answer, isRepeated } = answers.find(organizationId, identity, { version, now });
  if (!answer) {
    exchange.cacheable = { organizationId, name, identity, version, isRepeated };
    return false;
  }
  const meta = { ...answer.meta, ...describeRequest(exchange.requestId, now) };
  const body = answers.toBody(answer, meta);
  await sendAnswer(exchange, body, services, formatTag(name, answer.holdsUntilMs));
  return true;
}

/** A request whose response may be cached, and its organization. */
type CacheableExchange = ValidExchange & { readonly principal: Principal };

const isCacheable = (exchange: ValidExchange): exchange is CacheableExchange =>
  exchange.route.definition.cacheable === true && exchange.principal !== undefined;

/** The data that the response depends on; `undefined` if the key may not read it. */
function chooseScope({ route, input, principal }: CacheableExchange): DataScope | undefined {
  const { organization, allowedClusters } = principal;
  const scope = { organizationId: organization.id, hasHistory: route.hasHistory };
  if (route.pathCluster === undefined) return { ...scope, clusters: allowedClusters };
  const cluster = input.params[route.pathCluster] as string;
  if (allowedClusters?.includes(cluster) === false) return undefined;
  return { ...scope, clusters: [cluster] };
}

/** Everything else that the response depends on: operation, organization, allow-list and query. */
function identifyAnswer({ route, input, principal }: CacheableExchange, build: string): string {
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
