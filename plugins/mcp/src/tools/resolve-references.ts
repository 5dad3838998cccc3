import { type OpenApiDocument } from '@costplane/plugin-api';

/** The parts of JSON Schema that are used here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

/** A part of the document with references replaced by their targets, and without examples. */
export function resolveReferences(node: unknown, document: OpenApiDocument): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...own } = node as { readonly $ref?: string };
  const target = $ref === undefined ? {} : find($ref, document);
  return Object.fromEntries(
    Object.entries({ ...target, ...own })
      .filter(([key]) => !isExample(key))
      .map(([key, value]) => [key, resolveReferences(value, document)]),
  );
}

const find = (reference: string, document: OpenApiDocument) =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as object;

/** Includes a keyword of the host that means nothing to clients. */
const isExample = (key: string) =>
  key === 'example' || key === 'examples' || key === 'x-error-code';
