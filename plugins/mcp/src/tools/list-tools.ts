import { type OpenApiDocument } from '@costplane/plugin-api';
import { type McpConfig } from '../config.ts';
import { deriveTool } from './derive-tool.ts';
import { listOperations } from './operation.ts';
import { type Tool } from './tool.ts';

const known = new WeakMap<OpenApiDocument, readonly Tool[]>();

/** Every tool of what the document describes: made once, since the document is made once a day. */
export function listTools(document: OpenApiDocument, config: McpConfig): readonly Tool[] {
  const made = known.get(document);
  if (made) return made;
  const tools = listOperations(document).map((operation) => deriveTool(operation, config));
  known.set(document, tools);
  return tools;
}
