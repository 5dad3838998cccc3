import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type RawBody } from '@costplane/plugin-api';

/** The headers that the protocol uses. */
const protocolHeaders = ['Accept', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];

interface Exchange {
  readonly header: (name: string) => string | undefined;
  readonly signal: AbortSignal;
  readonly url: string;
  readonly server: () => McpServer;
}

/**
 * Answers one JSON-RPC message with JSON, in the client's revision of the protocol. The server
 * keeps no sessions, so any process can handle the next message, and pushes nothing, so there is
 * nothing to subscribe to.
 */
export async function answerMessage(
  message: unknown,
  { header, signal, url, server }: Exchange,
): Promise<RawBody> {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  for (const name of protocolHeaders) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const body = JSON.stringify(message);
  const request = new Request(url, { method: 'POST', headers, body, signal });
  const answer = (await isLegacyRequest(request, message))
    ? await answerWithHandshake(request, server())
    : await createMcpHandler(server, { maxSubscriptions: 0 }).fetch(request);
  return {
    status: answer.status,
    contentType: answer.headers.get('Content-Type') ?? 'application/json',
    body: await answer.text(),
    headers: { 'Cache-Control': 'no-store' },
  };
}

/** The revisions of 2025 have a handshake and optional sessions. */
async function answerWithHandshake(request: Request, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
