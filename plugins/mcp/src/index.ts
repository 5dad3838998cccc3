export { mcpPlugin as default } from './plugin.ts';
