import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer } from './answer.ts';

/** How long to discard the rest of a body that a client still sends. */
const lingerMs = 5_000;

/**
 * Sends a response, and closes the connection if it is the last one. For a client that is still
 * sending its body, the rest is discarded for some seconds, so that it can receive the response.
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
    // Closing immediately would reset the connection of a client that is still sending.
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
