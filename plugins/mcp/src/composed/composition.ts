import { type InnerResponse } from '@costplane/plugin-api';
import { type McpConfig } from '../config.ts';
import { type Operation } from '../tools/operation.ts';
import { type JsonSchema } from '../tools/resolve-references.ts';
import { toRequest } from '../tools/to-request.ts';
import { refuse, toResult } from '../tools/to-result.ts';
import { BadArgument } from './arguments.ts';
import { type Arguments, type Caller, dropNulls, type Tool } from '../tools/tool.ts';

/** The loaded operations, by operation id. */
export type Operations = Readonly<Record<string, Operation>>;

/** Calls an operation and returns its data. */
export type Ask = <Data>(operationId: string, given: Arguments) => Promise<Data>;

/** A tool that combines several operations. */
export interface Composition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Ids of the operations that it calls. The tool is not offered if one is missing. */
  readonly needs: readonly string[];
  readonly describeArguments: (operations: Operations) => Readonly<Record<string, JsonSchema>>;
  readonly compose: (given: Arguments, ask: Ask, now: Date) => Promise<object>;
}

/** An operation returned an error, the `cause`; the tool returns the same error. */
class Refused extends Error {}

/** The tool, or undefined if an operation that it needs is not loaded. */
export function composeTool(
  { name, title, description, needs, describeArguments, compose }: Composition,
  operations: Operations,
  { maxAnswerBytes: maxBytes }: McpConfig,
): Tool | undefined {
  const needed = needs.flatMap((id) => operations[id] ?? []);
  if (needed.length < needs.length) return undefined;
  const properties = describeArguments(operations);
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, additionalProperties: false },
    scopes: [...new Set(needed.map(({ scope }) => scope))],
    async call(given, caller) {
      const unknown = Object.keys(given).find((one) => !Object.hasOwn(properties, one));
      if (unknown !== undefined) return refuse(`${unknown} is not an argument of ${name}.`);
      const sent = { limit: properties.limit?.default, ...dropNulls(given) };
      try {
        const found = await compose(sent, askFor(operations, caller), caller.now);
        const response = { status: 200, headers: {}, body: JSON.stringify(found) };
        // `structuredContent` repeats it.
        const result = toResult(response, { maxBytes: maxBytes / 2, sent });
        return result.isError ? result : { ...result, structuredContent: { ...found } };
      } catch (failure) {
        if (failure instanceof BadArgument) return refuse(failure.message);
        if (!(failure instanceof Refused)) throw failure;
        return toResult(failure.cause as InnerResponse, { maxBytes, sent });
      }
    },
  };
}

const askFor =
  (operations: Operations, { send }: Caller): Ask =>
  async <Data>(operationId: string, given: Arguments) => {
    const operation = operations[operationId];
    if (!operation) throw new Error(`${operationId} is not listed in \`needs\``);
    const response = await send(toRequest(operation, given));
    if (response.status !== 200) throw new Refused(operationId, { cause: response });
    return (JSON.parse(response.body) as { data: Data }).data;
  };
