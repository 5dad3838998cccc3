import { anyKey, ApiError, defineRoute, OPENAPI, PRODUCT } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { type McpConfig } from '../config.ts';
import { answerMessage } from '../protocol/answer-message.ts';
import { createServer } from '../protocol/create-server.ts';
import { listTools } from '../tools/list-tools.ts';

/** The MCP endpoint: one message, one response, no state in between. */
export const mcpRoute = (config: McpConfig) =>
  defineRoute({
    operationId: 'mcp',
    method: 'post',
    path: '/mcp',
    tag: 'MCP',
    summary: 'Use the API as tools of an MCP server',
    undocumented: 'JSON-RPC, which MCP specifies and its tools/list describes',
    scope: anyKey('its tools depend on the scopes of the key'),
    body: Type.Object({}, { additionalProperties: true }),
    produces: 'application/json',
    // More than the cost explorer's query timeout.
    deadlineSeconds: 120,
    uses: { openapi: OPENAPI, product: PRODUCT },

    async handler({ body, header, now, send, scopes, signal }, { openapi, product }) {
      refuseOrigin(header('Origin'), [new URL(product.publicUrl).origin, ...config.allowedOrigins]);
      const tools = listTools(await openapi.document(), config).filter((tool) =>
        tool.scopes.every((scope) => scopes.has(scope)),
      );
      const server = () => createServer(tools, product.version, { send, now });
      return answerMessage(body, { header, signal, url: `${product.publicUrl}/mcp`, server });
    },
  });

/** Prevents a page of another site from using the server through a visitor's browser. */
function refuseOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin)) return;
  const message = 'is not one of the `allowedOrigins` of the MCP server';
  throw new ApiError('FORBIDDEN', [{ field: 'Origin', reason: 'invalid_value', message }]);
}
