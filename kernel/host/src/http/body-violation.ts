import { type ErrorObject } from 'ajv';
import { type ErrorCode } from '@costplane/plugin-api';
import { type Violation } from '../parameters/read-parameters.ts';
import { describeSchemaError } from '../schema-validation/describe-schema-error.ts';

/** A keyword of a body's schema that names the error of a value outside its set. */
export const errorCodeKeyword = 'x-error-code';

/** What makes a body malformed; any other keyword is about a value of the right form. */
const malformed = new Set(['type', 'required', 'additionalProperties']);

/**
 * A schema error of a body as the contract's error, with the field that it is of: 400 for a wrong
 * form, `INVALID_CLUSTER_ID` for a bad UUID, 422 for a value outside its set or range (decision 33).
 */
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
