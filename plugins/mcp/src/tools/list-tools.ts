import { type OpenApiDocument } from '@costplane/plugin-api';
import { compareTeams } from '../composed/compare-teams.ts';
import { composeTool } from '../composed/composition.ts';
import { explainCostChange } from '../composed/explain-cost-change.ts';
import { findWaste } from '../composed/find-waste.ts';
import { type McpConfig } from '../config.ts';
import { deriveTool } from './derive-tool.ts';
import { listOperations } from './operation.ts';
import { type Tool } from './tool.ts';

const compositions = [explainCostChange, findWaste, compareTeams];
const known = new WeakMap<OpenApiDocument, readonly Tool[]>();

/** Every tool that the OpenAPI document allows, cached as long as the document is. */
export function listTools(document: OpenApiDocument, config: McpConfig): readonly Tool[] {
  const made = known.get(document);
  if (made) return made;
  const operations = listOperations(document);
  const byId = Object.fromEntries(operations.map((one) => [one.operationId, one]));
  const tools = [
    ...compositions.flatMap((composition) => composeTool(composition, byId, config) ?? []),
    ...operations.map((operation) => deriveTool(operation, config)),
  ];
  known.set(document, tools);
  return tools;
}
