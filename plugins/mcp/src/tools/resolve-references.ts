import { type OpenApiDocument } from '@costplane/plugin-api';

/** JSON Schema, as far as it is looked into. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly maximum?: number;
  readonly [keyword: string]: unknown;
}

/** A part of the document with what it refers to in place of references; examples are left out. */
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

/** Also keywords of the host's own, which mean nothing to clients. */
const isExample = (key: string) =>
  key === 'example' || key === 'examples' || key === 'x-error-code';
