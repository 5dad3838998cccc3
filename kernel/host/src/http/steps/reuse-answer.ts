import { digestAnswer, findCurrentTag, formatTag } from '../../answers/entity-tag.ts';
import { chooseScope, identifyAnswer, isCacheable } from '../../answers/identify-answer.ts';
import { type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 7: what the client has already, and is still so, is not sent again: 304. The version is read
 * before the data, so that data under it may be newer and is never older. Returns whether the
 * request is answered.
 */
export async function reuseAnswer(
  exchange: ValidExchange,
  { versions, build, clock }: PipelineServices,
): Promise<boolean> {
  if (!isCacheable(exchange)) return false;
  const scope = chooseScope(exchange);
  if (!scope) return false;
  const version = await versions.read(scope);
  const digest = digestAnswer(identifyAnswer(exchange, build), version);
  const { request, response } = exchange;
  const tag = findCurrentTag(request.headers['if-none-match'], digest, clock.now());
  if (tag === undefined) {
    exchange.answerDigest = digest;
    return false;
  }
  sendUnchanged(response, tag);
  return true;
}

/** What a cache of the client's own may do: keep it, and ask each time whether it is still so. */
export function allowRevalidation({
  answerDigest,
  clock,
  response,
}: ValidExchange): string | undefined {
  const holdsUntilMs = clock?.holdsUntilMs ?? -Infinity;
  if (answerDigest === undefined || holdsUntilMs === -Infinity) return undefined;
  const tag = formatTag(answerDigest, holdsUntilMs);
  setCacheHeaders(response, tag);
  return tag;
}

export function sendUnchanged(response: ValidExchange['response'], tag: string): void {
  setCacheHeaders(response, tag);
  response.statusCode = 304;
  response.end();
}

function setCacheHeaders(response: ValidExchange['response'], tag: string): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', tag);
}
