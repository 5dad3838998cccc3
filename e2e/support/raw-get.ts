import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly body: any;
}

/** GET of a path as it is, byte for byte: `fetch` would tidy it up first. */
export async function rawGet(url: string, path: string, key: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`GET ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${key}`];
  socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  return { status, body: body.startsWith('{') ? JSON.parse(body) : undefined };
}
