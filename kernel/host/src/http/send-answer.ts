import { type AnswerBody } from '../answers/answer-cache.ts';
import { chooseEncoding, encodeBeginning, encodeEnd } from '../answers/content-encoding.ts';
import { type Exchange } from './exchange.ts';
import { type PipelineServices } from './services.ts';

/** A body that is not cached. */
export function toAnswerBody(text: string): AnswerBody {
  const data = Buffer.from(text);
  return { data, end: Buffer.alloc(0), encode: (encoding) => encodeBeginning(encoding, data) };
}

/**
 * Sends 200 with JSON, in an encoding that the client accepts.
 *
 * @param tag the `ETag` of a cacheable response; 304 if the client has any response
 */
export async function sendAnswer(
  { request, response, principal }: Exchange,
  { data, end, encode }: AnswerBody,
  { unsentBodies }: Pick<PipelineServices, 'unsentBodies'>,
  tag?: string,
): Promise<void> {
  if (tag !== undefined && request.headers['if-none-match']?.trim() === '*') {
    sendUnchanged(response, tag);
    return;
  }
  const encoding = chooseEncoding(request, data.length + end.length);
  const beginning = encoding && (await encode(encoding));
  const parts = beginning ? [beginning.bytes, encodeEnd(beginning, end)] : [data, end];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  unsentBodies.track(response, bytes, principal?.organization.id);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  setCaching(response, tag);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.statusCode = 200;
  response.cork();
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
}

/** Sends 304: the client has the response. */
export function sendUnchanged(response: Exchange['response'], tag: string): void {
  setCaching(response, tag);
  response.statusCode = 304;
  response.end();
}

/** With a tag, the client may cache the response, but must revalidate it each time. */
function setCaching(response: Exchange['response'], tag: string | undefined): void {
  response.setHeader('Cache-Control', tag === undefined ? 'no-store' : 'private, no-cache');
  if (tag !== undefined) response.setHeader('ETag', tag);
  response.setHeader('Vary', 'Accept-Encoding');
}
