import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** A request as it goes over the wire; the body is what is given, of the length that is said. */
export function toRequest(
  token: string,
  body: Uint8Array | string,
  { length = body.length, headers = {} }: { length?: number; headers?: object } = {},
): Buffer {
  const head = Object.entries({
    Host: 'receiver',
    Authorization: `Bearer ${token}`,
    'Content-Length': length,
    'Content-Type': 'application/json',
    'Content-Encoding': 'zstd',
    ...headers,
  }).map(([name, value]) => `${name}: ${String(value)}`);
  const lines = ['POST /api/v1/metrics/ingest HTTP/1.1', ...head, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(body)]);
}

/** What a server sends, until it is enough or the connection ends. */
export async function readUntil(
  socket: Socket,
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  let text = '';
  const enough = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (isEnough(text)) resolve();
    });
  });
  await Promise.race([enough, once(socket, 'close')]);
  socket.destroy();
  return text;
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
