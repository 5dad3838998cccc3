import { type ErrorObject } from 'ajv';
import { type ErrorCode } from '../errors/catalog.ts';
import { type Violation } from '../parameters/read-parameters.ts';
import { describeSchemaError } from '../schema-validation/compile-schema.ts';

/**
 * The keyword by which a field of a body names the error of a value outside its set or range,
 * where that is not `BAD_REQUEST` (decision 33).
 */
export const errorCodeKeyword = 'x-error-code';

const shapeKeywords = new Set(['type', 'required', 'additionalProperties']);

/** A schema error of a body as the contract's error: what has the wrong shape is always 400. */
export function toViolation(error: ErrorObject): Violation {
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
    code: codeOf(error),
    detail: {
      ...(field === '' ? {} : { field }),
      reason,
      ...(allowedValues === undefined
        ? { message: describeSchemaError(error) }
        : { allowed: allowedValues }),
    },
  };
}

function codeOf({ keyword, parentSchema }: ErrorObject): ErrorCode {
  if (shapeKeywords.has(keyword)) return 'BAD_REQUEST';
  return (parentSchema?.[errorCodeKeyword] as ErrorCode | undefined) ?? 'BAD_REQUEST';
}
