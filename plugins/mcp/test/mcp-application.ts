import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { bootTestApplication, type TestApplication } from '@costplane/plugin-testing';

/** The plugin beside one of a vendor. */
export const bootMcp = (config: object = {}): Promise<TestApplication> =>
  bootTestApplication({
    plugins: [
      new URL('fixtures/vendor/index.js', import.meta.url),
      { entry: new URL('../src/index.ts', import.meta.url), config },
    ],
  });

/** The revisions of the protocol that clients speak: the newest, and that of the handshake. */
export const revisions = { '2026-07-28': 'auto', '2025-11-25': 'legacy' } as const;
export type Revision = keyof typeof revisions;

/** A client of the SDK that is connected with a key. */
export async function connect(
  app: TestApplication,
  key: string,
  revision: Revision = '2026-07-28',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: revisions[revision] } },
  );
  const headers = { Authorization: `Bearer ${key}` };
  const url = new URL(`${app.service.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

interface Result {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** The texts of an answer: JSON, and a hint after it. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: given })) as Result;
  const [json = '', hint] = result.content.map(({ text = '' }) => text);
  return { isError: result.isError === true, json, hint };
}

/** A JSON-RPC message as clients send it, without a client. */
export const post = (app: TestApplication, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.service.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
