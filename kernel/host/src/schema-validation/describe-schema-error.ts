import { type ErrorObject } from 'ajv';

/** Names of types: those of JSON or, for files, of YAML. */
export type TypeWords = Readonly<Record<string, string>>;

const jsonTypes: TypeWords = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
};

/** Describes what must change, phrased to follow the name of the value. */
export function describeSchemaError(error: ErrorObject, types: TypeWords = jsonTypes): string {
  const params = error.params as Record<string, unknown>;
  return descriptions[error.keyword]?.(params, types) ?? error.message ?? 'is not accepted';
}

type Describe = (params: Readonly<Record<string, unknown>>, types: TypeWords) => string;

const counted =
  (bound: 'at least' | 'at most', unit: string): Describe =>
  ({ limit }) =>
    `must have ${bound} ${String(limit)} ${unit}${limit === 1 ? '' : 's'}`;
const compared: Describe = ({ comparison, limit }) =>
  `must be ${comparisons[String(comparison)] ?? String(comparison)} ${String(limit)}`;

/** Messages by keyword of JSON Schema. */
const descriptions: Readonly<Record<string, Describe>> = {
  type: ({ type }, types) => `must be ${[type].flat().map(describeType(types)).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as unknown[]).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  required: ({ missingProperty }) => `has no "${String(missingProperty)}"`,
  additionalProperties: ({ additionalProperty }) => `unknown key "${String(additionalProperty)}"`,
  minItems: counted('at least', 'item'),
  maxItems: counted('at most', 'item'),
  minProperties: counted('at least', 'key'),
  maxProperties: counted('at most', 'key'),
  minLength: counted('at least', 'character'),
  maxLength: counted('at most', 'character'),
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  pattern: ({ pattern }) => `must match ${String(pattern)}`,
  format: ({ format }) => `must be ${formats[String(format)] ?? `a ${String(format)}`}`,
  uniqueItems: () => 'must not have duplicate items',
};
export const describedKeywords = Object.keys(descriptions);

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a day, YYYY-MM-DD',
  'date-time': 'a time in UTC, such as 2026-07-15T12:00:00Z',
};

const describeType = (types: TypeWords) => (type: unknown) => types[String(type)] ?? String(type);
