import { type IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** Of the compressed body: what agents send at most, by their own default. */
export const mostBodyBytes = 52_428_800;

/**
 * Step 4: what the headers say of the body.
 *
 * @returns its length; undefined if it comes in chunks
 */
export function checkHeaders({ headers }: IncomingMessage): number | undefined {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal(415, 'wrong_content_type', 'Content-Type is application/json here.');
  }
  if (headers['content-encoding']?.trim().toLowerCase() !== 'zstd') {
    throw new Refusal(415, 'wrong_content_encoding', 'Content-Encoding is zstd here.');
  }
  const length = headers['content-length'];
  if (length === undefined) {
    if (headers['transfer-encoding'] !== undefined) return undefined;
    throw new Refusal(411, 'no_length', 'Content-Length or chunks are needed.');
  }
  if (Number(length) > mostBodyBytes) throw bodyTooLarge();
  return Number(length);
}

export const bodyTooLarge = () =>
  new Refusal(413, 'body_too_large', `The body is over ${mostBodyBytes} bytes.`);

/** The ids that the headers give the snapshot: none of an old agent, and two that are one of a new. */
export function namedIds({ headers }: IncomingMessage): string[] {
  return [headers['x-snapshot-id'], headers['idempotency-key']]
    .flat()
    .filter((id) => id !== undefined && id !== '') as string[];
}
