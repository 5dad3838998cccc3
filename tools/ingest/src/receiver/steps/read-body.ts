import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';
import type { Place } from '../room.ts';
import { bodyTooLarge, mostBodyBytes } from './check-headers.ts';

/** The agent went away; nobody waits for an answer. */
export const clientGone = () => new Refusal(499, 'client_gone', 'The agent went away.');

/**
 * Step 6: the body, counted while it comes.
 *
 * @param declared its length, if the headers say it; room is made for it already
 */
export async function readBody(
  request: IncomingMessage,
  place: Place,
  { declared, withinMs }: { declared: number | undefined; withinMs: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    try {
      if (length > mostBodyBytes) throw bodyTooLarge();
      if (declared === undefined) place.grow(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      reject(error);
    }
  };
  const onEnd = () => {
    resolve(undefined);
  };
  const onClose = () => {
    reject(clientGone());
  };
  const timer = setTimeout(() => {
    reject(new Refusal(408, 'body_too_slow', 'The body took too long to arrive.'));
  }, withinMs);
  request.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose);
  try {
    await promise;
    return Buffer.concat(chunks, length);
  } finally {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onClose);
  }
}
