import { type TSchema } from 'typebox';

/** Plain JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema without TypeBox' internal markers. */
export const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as JsonSchema;

export const jsonContent = (schema: JsonSchema, example?: unknown): JsonSchema => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/**
 * Moves every titled schema to `components.schemas` under its title, and replaces it by a reference, so that
 * shared schemas are described once. The same applies to responses.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};

  shareResponse(name: string, describe: () => JsonSchema): JsonSchema {
    this.responses[name] ??= describe();
    return { $ref: `#/components/responses/${name}` };
  }

  /** Replaces the schema, if it is titled, and the titled schemas inside it by references. */
  reference(schema: JsonSchema): JsonSchema {
    const inlined = this.#withReferences(schema);
    const { title } = inlined;
    if (typeof title !== 'string') return inlined;
    const known = this.schemas[title];
    const { description, ...shape } = inlined;
    if (known === undefined) this.schemas[title] = inlined;
    else if (!isSameShape(known, shape)) {
      throw new Error(`its schema ${title} is another than the one of this title before it`);
    }
    const reference = { $ref: `#/components/schemas/${title}` };
    const isOwnDescription = this.schemas[title]?.description === description;
    return isOwnDescription ? reference : { ...reference, description };
  }

  #withReferences(schema: JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, this.#valueWithReferences(key, value)]),
    );
  }

  #valueWithReferences(key: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item: unknown) => (isSchema(item) ? this.reference(item) : item));
    }
    if (!isSchema(value)) return value;
    if (key === 'properties' || key === 'patternProperties') {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, this.reference(inner as JsonSchema)]),
      );
    }
    return key === 'items' || key === 'additionalProperties' ? this.reference(value) : value;
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isSameShape(known: JsonSchema, shape: JsonSchema): boolean {
  const { description: _, ...knownShape } = known;
  return JSON.stringify(knownShape) === JSON.stringify(shape);
}
