import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { type ErrorCode } from '@costplane/plugin-api';
import { once } from '../once.ts';
import { type Violation } from '../parameters/read-parameters.ts';
import { checkedSchemaOptions } from './compile-schema.ts';
import { describedKeywords, describeSchemaError } from './describe-schema-error.ts';

/** Keys and values of a small body. In a larger one not every error is listed: a million errors take seconds. */
const maxListed = 200;

/** JSON can contain numbers that parse to infinity. */
const options = { ...checkedSchemaOptions, verbose: true, strictNumbers: true };
const everyError = new Ajv({ ...options, allErrors: true });
const firstError = new Ajv(options);
const firstMalformed = new Ajv({ ...options, formats: { ...options.formats, date: true } });

/** Keywords whose violation makes a body malformed (400); others are about valid forms (422). */
const malformed = new Set(['type', 'required', 'additionalProperties']);
// A malformed UUID is a 400 too.
for (const keyword of describedKeywords) {
  if (!malformed.has(keyword) && keyword !== 'format') firstMalformed.removeKeyword(keyword);
}

/**
 * Creates a function that finds the errors of a body. The schema is compiled on first use. For a small body
 * all errors are found, for a large one only the first: a malformed value before one outside its set or
 * range.
 */
export function compileBody(schema: TSchema): (body: unknown) => readonly Violation[] {
  const ofSmall = [once(() => everyError.compile(schema))];
  const ofLarge = [firstMalformed, firstError].map((ajv) => once(() => ajv.compile(schema)));
  return (body) => {
    for (const compiled of isSmall(body) ? ofSmall : ofLarge) {
      const accepts = compiled();
      if (!accepts(body)) return (accepts.errors ?? []).map(toViolation);
    }
    return holdsNul(body) ? [withNul] : [];
  };
}

function isSmall(body: unknown): boolean {
  let count = 0;
  for (const { length } of listContents(body)) if ((count += length) > maxListed) return false;
  return true;
}

/** NUL, which text of PostgreSQL cannot contain, so that no value with it can match. */
const withNul: Violation = {
  code: 'BAD_REQUEST',
  detail: { reason: 'invalid_value', message: 'text must not contain the character U+0000' },
};

function holdsNul(body: unknown): boolean {
  const hasNul = (text: unknown) => typeof text === 'string' && text.includes('\0');
  for (const contents of listContents(body)) if (contents.some(hasNul)) return true;
  return false;
}

/** The keys and the values of each part of a body, without recursion, since nesting may exceed the stack. */
function* listContents(body: unknown): Generator<readonly unknown[]> {
  const left = [body].filter(isPart);
  for (let part = left.pop(); part; part = left.pop()) {
    let values: readonly unknown[] = [];
    if (Array.isArray(part)) values = part;
    else {
      const keys = Object.keys(part);
      yield keys;
      values = keys.map((key) => part[key]);
    }
    yield values;
    for (const value of values) if (isPart(value)) left.push(value);
  }
}

const isPart = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Keyword in a body's schema with the error code for a value outside its set. */
const errorCodeKeyword = 'x-error-code';

const reasons: Partial<Record<string, string>> = {
  additionalProperties: 'unknown_filter_key',
  enum: 'must_be_enum',
};

/**
 * Converts a schema error of a body into the contract's error with its field: 400 for a malformed value,
 * `INVALID_CLUSTER_ID` for a malformed UUID, 422 for a value outside its set or range (decision 33).
 */
function toViolation(error: ErrorObject): Violation {
  const { additionalProperty, missingProperty } = error.params as Record<string, string>;
  const path = [...error.instancePath.split('/').slice(1), additionalProperty ?? missingProperty];
  const field = path.filter((part) => part !== undefined).join('.');
  const { allowedValues } = error.params as { allowedValues?: string[] };
  return {
    code: chooseCode(error),
    detail: {
      ...(field === '' ? {} : { field }),
      reason: reasons[error.keyword] ?? 'invalid_value',
      ...(allowedValues === undefined ? bodyHint(error) : { allowed: allowedValues }),
    },
  };
}

/** For an unknown field, name and reason are enough. */
function bodyHint(error: ErrorObject): { readonly message?: string } {
  if (error.keyword === 'additionalProperties') return {};
  return { message: error.keyword === 'required' ? 'is required' : describeSchemaError(error) };
}

function chooseCode({ keyword, params, parentSchema }: ErrorObject): ErrorCode {
  if (malformed.has(keyword)) return 'BAD_REQUEST';
  if (keyword === 'format' && (params as { format?: string }).format === 'uuid') {
    return 'INVALID_CLUSTER_ID';
  }
  const own = parentSchema?.[errorCodeKeyword] as ErrorCode | undefined;
  return own ?? 'VALIDATION_ERROR';
}
