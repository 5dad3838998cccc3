import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer } from './answer.ts';

/** How long a client may go on sending what nobody wants. */
const lingerMs = 5_000;

/**
 * Sends an answer, the last of its connection or not. A client that is still sending its body gets
 * to see it: what it goes on sending is thrown away, for some seconds.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  isLast: boolean,
): void {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    // Closed at once, the connection of a client that still sends would be reset.
    ...(isLast && request.complete ? { Connection: 'close' } : {}),
    ...headers,
  });
  response.end(text);
  if (!request.complete) linger(request);
}

function linger(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), lingerMs);
  request.once('close', () => {
    clearTimeout(timer);
  });
  request.once('end', () => {
    clearTimeout(timer);
  });
  request.resume();
}
