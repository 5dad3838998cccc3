import { type McpConfig } from '../config.ts';
import { toRequest } from './to-request.ts';
import { refuse, toResult } from './to-result.ts';
import { type JsonSchema } from './resolve-references.ts';
import { type Operation } from './operation.ts';
import { type Arguments, type InputSchema, type Tool } from './tool.ts';

/** The parameters that say how many rows a page has, by cursor and by number. */
const pageSizes = ['limit', 'per_page'];

/** A tool that is one operation: its parameters and its body are the arguments. */
export function deriveTool(operation: Operation, config: McpConfig): Tool {
  const { operationId, summary, description, scope } = operation;
  const inputSchema = toInputSchema(operation, config.pageSize);
  const defaults = pageDefaults(inputSchema.properties);
  return {
    name: operationId,
    title: summary,
    description: `${summary}.\n\n${description}`,
    inputSchema,
    scopes: [scope],
    async call(given, send) {
      const missing = inputSchema.required?.find((name) => given[name] === undefined);
      if (missing !== undefined) return refuse(`${missing} is required.`);
      const sent: Arguments = { ...defaults, ...given };
      const answer = await send(toRequest(operation, sent));
      return toResult(answer, {
        maxBytes: config.maxAnswerBytes,
        sent,
        properties: inputSchema.properties,
      });
    },
  };
}

function toInputSchema({ parameters, body }: Operation, pageSize: number): InputSchema {
  const own = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
  ]);
  const properties = { ...body?.properties, ...(Object.fromEntries(own) as Properties) };
  const required = [
    ...parameters.filter((one) => one.required).map(({ name }) => name),
    ...(body?.required ?? []),
  ];
  return {
    type: 'object',
    properties: withPageSize(properties, pageSize),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

type Properties = Readonly<Record<string, JsonSchema>>;

const withPageSize = (properties: Properties, pageSize: number): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (!pageSizes.includes(name)) return [name, schema];
      return [name, { ...schema, default: Math.min(pageSize, schema.maximum ?? pageSize) }];
    }),
  );

const pageDefaults = (properties: Properties): Arguments =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => pageSizes.includes(name))
      .map(([name, schema]) => [name, schema.default]),
  );
