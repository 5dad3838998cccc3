import { type OpenApiDocument } from '@costplane/plugin-api';
import { type JsonSchema, resolveReferences } from './resolve-references.ts';

/** A path or query parameter. */
export interface OperationParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** An operation of the API, with all references resolved. */
export interface Operation {
  readonly operationId: string;
  readonly method: 'get' | 'post';
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly parameters: readonly OperationParameter[];
  /** Schema of the JSON object in its body, if it has one. */
  readonly body?: JsonSchema;
}

interface Documented extends Omit<Operation, 'method' | 'path' | 'scope' | 'body'> {
  readonly 'x-required-scope'?: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;

/**
 * The operations that can become tools: they need a scope, return JSON with `data`, and use the
 * contract's error format. This excludes web pages, files and plugins with their own formats.
 */
export function listOperations(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, documented]) => {
      const operation = resolveReferences(documented, document) as Documented;
      const { 'x-required-scope': scope, requestBody, responses, ...own } = operation;
      if (scope === undefined || !hasEnvelope(responses)) return [];
      const body = requestBody?.content['application/json']?.schema;
      return [{ ...own, path, scope, method: method as 'get' | 'post', ...(body && { body }) }];
    }),
  );
}

const hasEnvelope = (responses: Documented['responses']) =>
  hasField(responses['200'], 'data') && hasField(responses['401'], 'error');

function hasField(response: Documented['responses'][string] | undefined, name: string): boolean {
  const types = Object.keys(response?.content ?? {});
  const properties = response?.content['application/json']?.schema.properties;
  return types.length === 1 && Object.hasOwn(properties ?? {}, name);
}
