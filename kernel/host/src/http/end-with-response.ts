import { type Duplex } from 'node:stream';
import { http } from './node-http.ts';

/** How long a client may take to close its side; closed at once, it might not read the response. */
const lingerMs = 5_000;

/** Writes a response with a JSON body to a connection for which Node.js has none, and closes it. */
export function endWithResponse(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
  socket.end(
    [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'),
  );
  socket.resume();
}
