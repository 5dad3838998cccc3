import { type IncomingMessage } from 'node:http';
import { Blocks } from '../blocks.ts';
import { Refusal } from '../refusal.ts';
import { type Slot } from '../admission-control.ts';
import { bodyTooLarge, maxBodyBytes } from './check-headers.ts';

/** The agent disconnected; nobody waits for a response. */
export const clientGone = () => new Refusal(499, 'client_gone', 'The agent disconnected.');

/**
 * Step 6: reads the body, and counts its bytes.
 *
 * @param declared its length, if the headers state it
 * @throws {Refusal} if it is too large, too slow, or incomplete
 */
export async function readBody(
  request: IncomingMessage,
  place: Slot,
  { declared, withinMs }: { declared: number | undefined; withinMs: number },
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  // The event may have been emitted before a listener was added.
  if (request.destroyed) throw clientGone();
  const blocks = new Blocks(declared ?? maxBodyBytes, (bytes) => {
    place.grow(bytes);
  });
  const onData = (chunk: Buffer) => {
    try {
      if (blocks.length + chunk.length > maxBodyBytes) throw bodyTooLarge();
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
