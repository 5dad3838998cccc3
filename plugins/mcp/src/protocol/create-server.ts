import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as ToolDescription,
} from '@modelcontextprotocol/server';
import { type Caller, type Tool } from '../tools/tool.ts';

const instructions =
  'Costs of Kubernetes clusters, read-only. Amounts are decimal strings in the currency that is ' +
  'returned with them; days and times are UTC. A missing value is unknown, not 0. Lists are ' +
  'paged: follow the hint after each page, or use filters. Amounts exclude archived months.';

/** All tools only read, and only from this service. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** The MCP server for one message, with the tools that its key may use. */
export function createServer(tools: readonly Tool[], version: string, caller: Caller): McpServer {
  const info = { name: 'costplane', title: 'Costplane', version };
  const mcp = new McpServer(info, { capabilities: { tools: {} }, instructions });
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema as object as ToolDescription['inputSchema'],
      annotations: { title, ...annotations },
    })),
  }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool) return tool.call(params.arguments ?? {}, caller);
    const what = `Unknown tool ${params.name}, or the scopes of this key do not include it.`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, what);
  });
  return mcp;
}
