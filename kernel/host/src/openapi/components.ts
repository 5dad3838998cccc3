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

  /** The schema as plain JSON Schema, in which it and the schemas inside it are references if they are titled. */
  reference(schema: object): JsonSchema {
    const known = this.#references.get(schema);
    if (known !== undefined) return known;
    const replace = (_key: string, part: unknown) => (isTitled(part) ? this.#share(part) : part);
    const reference = JSON.parse(JSON.stringify(schema), replace) as JsonSchema;
    this.#references.set(schema, reference);
    return reference;
  }

  #share(schema: TitledSchema): JsonSchema {
    const { title, description } = schema;
    const known = (this.schemas[title] ??= schema);
    if (!isSameShape(known, schema)) {
      throw new Error(`its schema ${title} is another than the one of this title before it`);
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
