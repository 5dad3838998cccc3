import {
  chooseEncoding,
  encodeBeginning,
  type EncodedBeginning,
  encodeEnd,
  type Encoding,
} from '../answers/content-encoding.ts';
import { type Exchange } from './exchange.ts';
import { type PipelineServices } from './services.ts';

type Services = Pick<PipelineServices, 'unsentBodies'>;

/** A body in two parts; the first may already exist in other encodings. */
export interface AnswerBody {
  readonly data: Buffer;
  readonly end: Buffer;
  readonly encode: (encoding: Encoding) => Promise<EncodedBeginning>;
}

/** A body that is not cached. */
export function toAnswerBody(text: string): AnswerBody {
  const data = Buffer.from(text);
  return { data, end: Buffer.alloc(0), encode: (encoding) => encodeBeginning(encoding, data) };
}

/** Sends 200 with JSON, in an encoding that the client accepts. */
export async function sendAnswer(
  { request, response }: Exchange,
  { data, end, encode }: AnswerBody,
  { unsentBodies }: Services,
): Promise<void> {
  const encoding = chooseEncoding(request, data.length + end.length);
  const beginning = encoding && (await encode(encoding));
  const parts = beginning ? [beginning.bytes, encodeEnd(beginning, end)] : [data, end];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  unsentBodies.track(response, bytes);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.statusCode = 200;
  response.cork();
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
}
