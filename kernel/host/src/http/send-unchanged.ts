import { formatTag, matchesAny } from '../answers/entity-tag.ts';
import { type CacheableAnswer, type Exchange } from './exchange.ts';

/** Sends 304 if the client has the response; otherwise sets the headers that allow caching. */
export function sendIfUnchanged(
  { request, response }: Exchange,
  { name }: CacheableAnswer,
  holdsUntilMs: number,
): boolean {
  const tag = formatTag(name, holdsUntilMs);
  if (matchesAny(request.headers['if-none-match'])) {
    sendUnchanged(response, tag);
    return true;
  }
  allowRevalidation(response, tag);
  return false;
}

export function sendUnchanged(response: Exchange['response'], tag: string): void {
  allowRevalidation(response, tag);
  response.statusCode = 304;
  response.end();
}

/** The client may cache it, but must revalidate it each time. */
function allowRevalidation(response: Exchange['response'], tag: string): void {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Accept-Encoding');
}
