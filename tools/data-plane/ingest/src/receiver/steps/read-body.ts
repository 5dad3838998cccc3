import { type IncomingMessage } from 'node:http';
import { Blocks } from '../blocks.ts';
import { Refusal } from '../refusal.ts';
import { type Slot } from '../admission-control.ts';
import { bodyTooLarge, mostBodyBytes } from './check-headers.ts';

/** The agent went away; nobody waits for an answer. */
export const clientGone = () => new Refusal(499, 'client_gone', 'The agent went away.');

/**
 * Step 6: the body, counted while it comes.
 *
 * @param declared its length, if the headers say it
 * @throws {Refusal} if it is too large, too slow, or not sent to its end
 */
export async function readBody(
  request: IncomingMessage,
  place: Slot,
  { declared, withinMs }: { declared: number | undefined; withinMs: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  // It has told so before anybody listened.
  if (request.destroyed) throw clientGone();
  const blocks = new Blocks(declared ?? mostBodyBytes, (bytes) => {
    place.grow(bytes);
  });
  const onData = (chunk: Buffer) => {
    try {
      if (blocks.length + chunk.length > mostBodyBytes) throw bodyTooLarge();
      blocks.add(chunk);
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
    return blocks.join();
  } finally {
    clearTimeout(timer);
    request.off('data', onData).off('end', onEnd).off('close', onClose);
  }
}
