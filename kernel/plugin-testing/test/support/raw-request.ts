import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any body
  readonly body: any;
  /** Everything that the server wrote. */
  readonly text: string;
}

/** Sends bytes as they are, and reads until the server closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(bytes);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...fields] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]),
    headers: new Headers(fields.map((field) => field.split(': ', 2) as [string, string])),
    get body() {
      return body.startsWith('{') ? JSON.parse(body) : undefined;
    },
    text,
  };
}
