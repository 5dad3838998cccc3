import { type Static, type TSchema, Type, type TUnsafe } from 'typebox';
import { timestampPattern } from './timestamp.ts';

/** A string out of a closed set. */
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

/** An instant that may not have been yet; the field is there all the same. */
export const nullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ ...timestamp(description), type: ['string', 'null'] });

/** A number of cores, fractions included. */
export const cores = (description: string) => Type.Number({ minimum: 0, description });

/** A whole number of bytes. */
export const bytes = (description: string) => Type.Integer({ minimum: 0, description });

/** A count of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A percentage, 0 to 100 and above where use exceeds its base; two decimals. */
export const percent = (description: string) => Type.Number({ minimum: 0, description });

/** A map of text to text, such as Kubernetes labels. */
export const textMap = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  });

/** Gives a shape the name under which the OpenAPI document lists it. */
export function named<S extends TSchema>(title: string, schema: S, description?: string): S {
  Object.assign(schema, { title, ...(description === undefined ? {} : { description }) });
  return schema;
}

/** The same shape, with a description of its own. */
export const described = <S extends TSchema>(schema: S, description: string) =>
  Type.Unsafe<Static<S>>({ ...schema, description });

/** Another resource, by its id and its name. */
export const referenceSchema = named(
  'Reference',
  Type.Object({
    id: uuid('Id of the resource; for a workload or node, its Kubernetes uid.'),
    name: text('Name of the resource.'),
  }),
  'Reference to another resource.',
);
