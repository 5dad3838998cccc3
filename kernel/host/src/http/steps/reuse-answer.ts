import { digest, findCurrentTag } from '../../answers/entity-tag.ts';
import { chooseScope, identifyAnswer, isCacheable } from '../../answers/identify-answer.ts';
import { type KeptAnswer } from '../../answers/answer-cache.ts';
import { type Encoding } from '../../answers/content-encoding.ts';
import { type CacheableAnswer, type Exchange, type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';
import { describeRequest } from '../meta-parts.ts';
import { sendAnswer } from '../send-answer.ts';
import { sendIfUnchanged, sendUnchanged } from '../send-unchanged.ts';

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
  const { answer, isRepeated } = answers.find(scope.organizationId, identity, { version, now });
  const cacheable = { name, identity, version, isRepeated };
  if (answer) {
    await sendKept(exchange, cacheable, answer, services);
    return true;
  }
  exchange.cacheable = cacheable;
  return false;
}

async function sendKept(
  exchange: Exchange,
  cacheable: CacheableAnswer,
  answer: KeptAnswer,
  services: PipelineServices,
): Promise<void> {
  if (sendIfUnchanged(exchange, cacheable, answer.holdsUntilMs)) return;
  const { answers, clock } = services;
  const meta = { ...describeRequest(exchange.requestId, clock.now()), ...answer.meta };
  const end = Buffer.from(`,"meta":${JSON.stringify(meta)}}`);
  const encode = (encoding: Encoding) => answers.encode(answer, encoding);
  await sendAnswer(exchange, { data: answer.data, end, encode }, services);
}
