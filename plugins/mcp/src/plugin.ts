import { definePlugin } from '@costplane/plugin-api';
import { mcpConfig } from './config.ts';
import { mcpRoute } from './routes/mcp.ts';

/** An MCP server whose tools are the routes of the loaded plugins. */
export const mcpPlugin = definePlugin({
  id: 'mcp',
  config: mcpConfig,
  routes: (config) => [mcpRoute(config)],
});
