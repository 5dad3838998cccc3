import { digest, findCurrentTag } from '../../answers/entity-tag.ts';
import { chooseScope, identifyAnswer, isCacheable } from '../../answers/identify-answer.ts';
import { type KeptAnswer } from '../../answers/answer-cache.ts';
import { type CacheableAnswer, type Exchange, type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';
import { describeRequest } from '../meta-parts.ts';
import { sendIfUnchanged, sendUnchanged } from '../send-unchanged.ts';

/**
 * Step 7: what the client has already, and is still so, is not sent again: 304; nor is made anew what
 * is kept and still so. The version is read before the data, so that data under it may be newer and is
 * never older. Returns whether the request is answered.
 */
export async function reuseAnswer(
  exchange: ValidExchange,
  services: PipelineServices,
): Promise<boolean> {
  if (!isCacheable(exchange)) return false;
  const scope = chooseScope(exchange);
  if (!scope) return false;
  const { versions, build, clock, answers } = services;
  const version = await versions.read(scope);
  const now = clock.now();
  const identity = digest(identifyAnswer(exchange, build));
  const name = digest(version, identity);
  const tag = findCurrentTag(exchange.request.headers['if-none-match'], name, now);
  if (tag !== undefined) {
    sendUnchanged(exchange.response, tag);
    return true;
  }
  const { answer, isRepeated } = answers.find(scope.organizationId, identity, { version, now });
  const cacheable = { name, identity, version, isRepeated };
  if (answer) {
    sendKept(exchange, cacheable, answer, services);
    return true;
  }
  exchange.cacheable = cacheable;
  return false;
}

function sendKept(
  exchange: Exchange,
  cacheable: CacheableAnswer,
  { holdsUntilMs, data, meta }: KeptAnswer,
  services: PipelineServices,
): void {
  const { response } = exchange;
  if (sendIfUnchanged(exchange, cacheable, holdsUntilMs)) return;
  const ofRequest = { ...describeRequest(exchange.requestId, services.clock.now()), ...meta };
  const end = Buffer.from(`,"meta":${JSON.stringify(ofRequest)}}`);
  const bytes = data.length + end.length;
  services.unsentBodies.track(response, bytes);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.statusCode = 200;
  response.cork();
  response.write(data);
  response.end(end);
}
