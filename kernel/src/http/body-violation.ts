import { type ErrorObject } from 'ajv';
import { type Violation } from '../parameters/read-parameters.ts';
import { describeSchemaError } from '../schema-validation/compile-schema.ts';

/** A schema error of a body as the contract's error, with the field that it is of. */
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
    code: 'BAD_REQUEST',
    detail: {
      ...(field === '' ? {} : { field }),
      reason,
      ...(allowedValues === undefined
        ? { message: describeSchemaError(error) }
        : { allowed: allowedValues }),
    },
  };
}
