import { type Static, type TProperties, type TSchema, Type, type TUnsafe } from 'typebox';
import { timestampPattern } from './timestamp.ts';

/** A string from a closed set. */
export function oneOf<const T extends string>(
  values: readonly T[],
  options: { description?: string; default?: T } = {},
): TUnsafe<T> {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

/** The field that names the kind of a resource. */
export const kind = <const T extends string>(name: T): TUnsafe<T> =>
  oneOf([name], { description: 'Kind of the resource.' });

/** A UUID in lower case. */
export const uuid = (description: string) => Type.String({ format: 'uuid', description });

/** Text; a name unless the description says otherwise. */
export const text = (description: string) => Type.String({ description });

/** An instant: UTC, RFC 3339, whole seconds, `Z` (contract, "Timestamps"). */
export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', pattern: timestampPattern, description });

/** An instant or null, if it has not happened yet. */
export const nullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ ...timestamp(description), type: ['string', 'null'] });

/** A number of cores, possibly fractional. */
export const cores = (description: string) => Type.Number({ minimum: 0, description });

/** An integer number of bytes. */
export const bytes = (description: string) => Type.Integer({ minimum: 0, description });

/** A number of objects. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A percentage with two decimals; above 100 if usage exceeds its base. */
export const percent = (description: string) => Type.Number({ minimum: 0, description });

/** A map of text to text, such as Kubernetes labels. */
export const textMap = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  });

/** Names a schema as a component of the OpenAPI document. */
export function named<S extends TSchema>(title: string, schema: S, description?: string): S {
  Object.assign(schema, { title, ...(description === undefined ? {} : { description }) });
  return schema;
}

/** An object schema with these fields, named as a component of the OpenAPI document. */
export const namedObject = <F extends TProperties>(title: string, description: string, fields: F) =>
  named(title, Type.Object(fields), description);

/** The same schema, with another description. */
export const described = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<Static<S>>({ ...schema, description });

/** Reference to another resource, by id and name. */
export const referenceSchema = namedObject('Reference', 'Reference to another resource.', {
  id: uuid('Id of the resource; for a workload or node, its Kubernetes uid.'),
  name: text('Name of the resource.'),
});
