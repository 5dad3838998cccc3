import { type TSchema } from 'typebox';
import {
  type ErrorCode,
  type ErrorDetail,
  type Parameter,
  type Parameters,
} from '@costplane/plugin-api';
import { once } from '../once.ts';
import { compileSchema } from '../schema-validation/compile-schema.ts';
import { decimalPattern } from '@costplane/plugin-api/internal';

/** An invalid value, with its error in the contract. */
export interface Violation {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
}

type Reading = { readonly value: unknown } | { readonly violation: Violation };

/** Parses one parameter from its texts in the request. */
export type ParameterReader = (texts: readonly string[]) => Reading;

/** Prepares the readers of a route's parameters once, when the route is mounted. */
export const compileReaders = (parameters: Parameters): ReadonlyMap<string, ParameterReader> =>
  new Map(
    Object.entries(parameters).map(([name, parameter]) => [name, compileReader(name, parameter)]),
  );

function compileReader(field: string, parameter: Parameter): ParameterReader {
  const accepts = once(() => compileSchema(parameter.schema));
  const normalize = parameter.normalize as ((value: unknown) => unknown) | undefined;
  const refuse = (code: ErrorCode, detail: ErrorDetail): Reading => ({
    violation: { code, detail: { field, ...detail } },
  });
  const malformed = (message: string) =>
    refuse('BAD_REQUEST', { reason: 'invalid_value', message });
  const empty = malformed('must not be empty');
  const repeated = malformed('must be given only once');
  const withNul = refuse(parameter.code, {
    reason: 'invalid_value',
    message: 'must not contain the character U+0000',
  });
  const missing = refuse(parameter.missingCode ?? parameter.code, { reason: 'required' });
  const absent: Reading = parameter.required ? missing : { value: parameter.default };

  return (texts) => {
    if (texts.length === 0) return absent;
    if (parameter.emptyIsAbsent && texts.every((text) => text === '')) return absent;
    const items = parameter.encoding === 'csv' ? texts.flatMap((text) => text.split(',')) : texts;
    if (items.some((text) => text === '')) return empty;
    if (parameter.encoding !== 'csv' && items.length > 1) return repeated;
    const value = decode(parameter, items);
    if (!accepts()(value)) return refuse(parameter.code, describeExpected(parameter, items));
    if (items.some((text) => text.includes('\0'))) return withNul;
    return { value: normalize ? normalize(value) : value };
  };
}

function decode({ encoding }: Parameter, items: readonly string[]): unknown {
  const [text = ''] = items;
  if (encoding === 'csv') return items;
  if (encoding === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (encoding === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

/** Keywords of a parameter's schema that error messages use. */
type ParameterSchema = TSchema &
  Partial<Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'maxItems', number>> &
  Partial<Record<'type' | 'format' | 'pattern', string>> & {
    readonly enum?: readonly string[];
    readonly items?: TSchema;
  };

function allowedValues(schema: TSchema): readonly string[] | undefined {
  const { enum: values, items, type }: ParameterSchema = schema;
  if (type === 'boolean') return ['true', 'false'];
  return values ?? (items === undefined ? undefined : allowedValues(items));
}

function describeExpected({ schema, encoding }: Parameter, given: readonly string[]): ErrorDetail {
  const allowed = allowedValues(schema);
  const unknown = given.filter((item) => !allowed?.includes(item));
  if (allowed && encoding === 'csv' && unknown.length > 0) {
    const message = `contains ${unknown.join(', ')}, but accepts only ${allowed.join(', ')}`;
    return { reason: 'must_be_enum', allowed, message };
  }
  if (allowed) return { reason: 'must_be_enum', allowed };
  const { items, maxItems }: ParameterSchema = schema;
  const expected = items
    ? `at most ${maxItems} values, each ${describeValue(items)}`
    : describeValue(schema);
  return { reason: 'invalid_value', message: `must be ${expected}` };
}

function describeValue(schema: TSchema): string {
  const { type, format, minimum, maximum, pattern, minLength, maxLength }: ParameterSchema = schema;
  if (format === 'uuid') return 'a UUID';
  if (format === 'date') return 'a day, YYYY-MM-DD';
  if (type === 'integer') return `an integer from ${minimum} to ${maximum}`;
  const length = `${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
  if (pattern === decimalPattern) {
    return `a decimal number from 0, such as 0.25, of ${length}`;
  }
  return `text of ${length}${pattern === undefined ? '' : ` that matches ${pattern}`}`;
}
