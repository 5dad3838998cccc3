import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** What was asked, in order. */
  readonly requests: IncomingMessage[];
}

/** A server that answers as the test says. */
export async function serve(
  answer: (response: ServerResponse, request: IncomingMessage, count: number) => void,
): Promise<TestServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const meta = { request_id: 'req_1', applied_at: '2026-11-22T00:00:00Z' };

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export function sendData(
  response: ServerResponse,
  data: unknown,
  more: object = {},
  headers: Record<string, string> = {},
): void {
  sendJson(response, 200, { data, meta: { ...meta, ...more } }, headers);
}

export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  const error = { code, message: 'What is wrong.', details: [{ field: 'limit' }] };
  sendJson(response, status, { data: null, meta, error }, headers);
}
