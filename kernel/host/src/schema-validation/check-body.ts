import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { type ErrorCode } from '@costplane/plugin-api';
import { once } from '../once.ts';
import { type Violation } from '../parameters/read-parameters.ts';
import { checkedSchemaOptions } from './compile-schema.ts';
import { describeSchemaError } from './describe-schema-error.ts';

/** Of a body with more values than this, not every error is listed: a million of them takes seconds. */
const mostListedValues = 100;

/** JSON can write numbers that are infinite when they are read. */
const options = { ...checkedSchemaOptions, verbose: true, strictNumbers: true };
const everyError = new Ajv({ ...options, allErrors: true });
const firstError = new Ajv(options);
const firstErrorOfForm = new Ajv({ ...options, formats: { ...options.formats, date: true } });
const ofSetAndRange = [
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
for (const keyword of ofSetAndRange) firstErrorOfForm.removeKeyword(keyword);

/**
 * Makes a function that says what is wrong with a body. Its schema is compiled when it is first
 * needed. Of a small body every error is found, of a large one the first, a wrong form before a value
 * outside its set or range.
 */
export function compileBody(schema: TSchema): (body: unknown) => readonly Violation[] {
  const accepts = once(() => firstError.compile(schema));
  const findAll = once(() => everyError.compile(schema));
  const hasForm = once(() => firstErrorOfForm.compile(schema));
  return (body) => {
    if (accepts()(body)) return holdsNul(body) ? [withNul] : [];
    const find = isSmall(body) ? findAll() : hasForm()(body) ? accepts() : hasForm();
    return find(body) ? [] : (find.errors ?? []).map(toViolation);
  };
}

function isSmall(body: unknown): boolean {
  let count = 0;
  for (const _ of listEntries(body)) if ((count += 1) > mostListedValues) return false;
  return true;
}

/** PostgreSQL's text cannot hold it, so no value with it can match anything. */
const withNul: Violation = {
  code: 'BAD_REQUEST',
  detail: { reason: 'invalid_value', message: 'text may not hold the character U+0000' },
};

function holdsNul(body: unknown): boolean {
  for (const entry of listEntries(body)) {
    if (entry.some((part) => typeof part === 'string' && part.includes('\0'))) return true;
  }
  return false;
}

/** The values in a body with their keys, without recursion: it may be nested deeper than the stack. */
function* listEntries(body: unknown): Generator<readonly [key: string, value: unknown]> {
  const left: (readonly [string, unknown])[] = [['', body]];
  for (let entry = left.pop(); entry; entry = left.pop()) {
    yield entry;
    const [, value] = entry;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.entries(value)) left.push(inner);
  }
}

/** A keyword of a body's schema that names the error of a value outside its set. */
const errorCodeKeyword = 'x-error-code';

/** What makes a body malformed; any other keyword is about a value of the right form. */
const malformed = new Set(['type', 'required', 'additionalProperties']);

/**
 * A schema error of a body as the contract's error, with the field that it is of: 400 for a wrong
 * form, `INVALID_CLUSTER_ID` for a bad UUID, 422 for a value outside its set or range (decision 33).
 */
function toViolation(error: ErrorObject): Violation {
  const { additionalProperty, missingProperty } = error.params as Record<string, string>;
  const path = [...error.instancePath.split('/').slice(1), additionalProperty ?? missingProperty];
  const field = path.filter((part) => part !== undefined).join('.');
  const reason =
    error.keyword === 'additionalProperties'
      ? 'unknown_filter_key'
      : error.keyword === 'enum'
        ? 'must_be_enum'
        : 'invalid_value';
  const { allowedValues } = error.params as { allowedValues?: string[] };
  return {
    code: chooseCode(error),
    detail: {
      ...(field === '' ? {} : { field }),
      reason,
      ...(allowedValues === undefined ? bodyHint(error) : { allowed: allowedValues }),
    },
  };
}

/** Of an unknown field its name and the reason say all. */
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
