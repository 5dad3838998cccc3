import { type McpConfig } from '../config.ts';
import { type Operation } from './operation.ts';
import { type JsonSchema } from './resolve-references.ts';
import { toRequest } from './to-request.ts';
import { pageSizes, refuse, toResult } from './to-result.ts';
import { dropNulls, type Tool } from './tool.ts';

/** A tool for one operation: its parameters and the fields of its body are the arguments. */
export function deriveTool(
  operation: Operation,
  { pageSize, maxAnswerBytes: maxBytes }: McpConfig,
): Tool {
  const { operationId, summary, description, scope, parameters, body } = operation;
  const properties = describeArguments(operation, pageSize);
  const paged = pageSizes.filter((name) => Object.hasOwn(properties, name));
  const defaults = Object.fromEntries(paged.map((name) => [name, properties[name]?.default]));
  const inQuery = parameters.filter((one) => one.required).map(({ name }) => name);
  const required = [...inQuery, ...(body?.required ?? [])];
  return {
    name: operationId,
    title: summary,
    description: `${summary}.\n\n${description}`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    scopes: [scope],
    async call(given, { send }) {
      const sent = { ...defaults, ...dropNulls(given, body?.properties) };
      const isMissing = (name: string) =>
        sent[name] === undefined || (sent[name] === '' && operation.path.includes(`{${name}}`));
      const missing = required.find(isMissing);
      if (missing !== undefined) return refuse(`${missing} is required.`);
      return toResult(await send(toRequest(operation, sent)), { maxBytes, sent });
    },
  };
}

/** The default page is smaller than the API's, because an agent has to read all of it. */
function describeArguments({ parameters, body }: Operation, pageSize: number) {
  const properties: Record<string, JsonSchema> = { ...body?.properties };
  for (const { name, schema, description = '' } of parameters) {
    properties[name] = { ...schema, description };
  }
  for (const name of pageSizes) {
    const own = properties[name];
    if (own) properties[name] = { ...own, default: Math.min(pageSize, own.maximum ?? pageSize) };
  }
  return properties;
}
