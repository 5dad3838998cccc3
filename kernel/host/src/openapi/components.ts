/** Plain JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A part of the document as JSON, without TypeBox' internal markers. */
export const plain = (part: object) => JSON.parse(JSON.stringify(part)) as JsonSchema;

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
  /** By the schema: routes share most of theirs. */
  readonly #references = new WeakMap<object, JsonSchema>();

  shareResponse(name: string, describe: () => JsonSchema): JsonSchema {
    this.responses[name] ??= plain(describe());
    return { $ref: `#/components/responses/${name}` };
  }

  /** Replaces the schema, if it is titled, and the titled schemas inside it by references. */
  reference(schema: object): JsonSchema {
    const known = this.#references.get(schema);
    if (known !== undefined) return known;
    const reference = this.#nameTitled(this.#withReferences(schema as JsonSchema));
    this.#references.set(schema, reference);
    return reference;
  }

  #nameTitled(inlined: JsonSchema): JsonSchema {
    const { title } = inlined;
    if (typeof title !== 'string') return inlined;
    const known = this.schemas[title];
    const { description, ...shape } = inlined;
    if (known === undefined) this.schemas[title] = plain(inlined);
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
