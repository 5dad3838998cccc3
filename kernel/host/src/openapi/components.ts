/** Plain JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

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
  /** By the schema or its part: routes share most of theirs. */
  readonly #references = new WeakMap<object, object>();

  shareResponse(name: string, describe: () => JsonSchema): JsonSchema {
    this.responses[name] ??= describe();
    return { $ref: `#/components/responses/${name}` };
  }

  /** The schema as plain JSON Schema, in which it and the schemas inside it are references if they are titled. */
  reference(schema: object): JsonSchema {
    return this.#refer(schema) as JsonSchema;
  }

  #refer(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    const known = this.#references.get(part);
    if (known !== undefined) return known;
    const copy = Array.isArray(part)
      ? part.map((item) => this.#refer(item))
      : Object.fromEntries(Object.entries(part).map(([key, value]) => [key, this.#refer(value)]));
    const reference = isTitled(copy) ? this.#share(copy) : copy;
    this.#references.set(part, reference);
    return reference;
  }

  #share(schema: TitledSchema): JsonSchema {
    const { title, description } = schema;
    const known = (this.schemas[title] ??= schema);
    if (!isSameShape(known, schema)) {
      throw new Error(`its schema ${title} differs from another schema with this title`);
    }
    const reference = { $ref: `#/components/schemas/${title}` };
    return known.description === description ? reference : { ...reference, description };
  }
}

type TitledSchema = JsonSchema & { readonly title: string };

const isTitled = (part: unknown): part is TitledSchema =>
  typeof (part as Partial<TitledSchema> | null)?.title === 'string';

function isSameShape(one: JsonSchema, other: JsonSchema): boolean {
  const withoutDescription = (schema: JsonSchema) =>
    JSON.stringify({ ...schema, description: undefined });
  return one === other || withoutDescription(one) === withoutDescription(other);
}
