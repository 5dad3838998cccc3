import { type IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** Maximum size of the compressed body: the default maximum of agents. */
export const maxBodyBytes = 52_428_800;

/**
 * Step 4: checks the headers of the body.
 *
 * @returns its length; undefined for a chunked body
 */
export function checkHeaders({ headers }: IncomingMessage): number | undefined {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal(415, 'wrong_content_type', 'Content-Type must be application/json.');
  }
  if (headers['content-encoding']?.trim().toLowerCase() !== 'zstd') {
    throw new Refusal(415, 'wrong_content_encoding', 'Content-Encoding must be zstd.');
  }
  const length = headers['content-length'];
  if (length === undefined) {
    if (headers['transfer-encoding'] !== undefined) return undefined;
    throw new Refusal(411, 'no_length', 'Content-Length or chunked encoding is required.');
  }
  if (Number(length) > maxBodyBytes) throw bodyTooLarge();
  return Number(length);
}

export const bodyTooLarge = () =>
  new Refusal(413, 'body_too_large', `The body is larger than ${maxBodyBytes} bytes.`);

/** The snapshot ids in the headers: old agents send none, new ones send the same id twice. */
export function namedIds({ headers }: IncomingMessage): string[] {
  return [headers['x-snapshot-id'], headers['idempotency-key']]
    .flat()
    .filter((id) => id !== undefined && id !== '') as string[];
}
