import { type TSchema, Type } from 'typebox';
import { type ErrorCode } from '../errors/catalog.ts';
import { oneOf } from '../schema/primitives.ts';
import { type Parameter, type ParameterEncoding } from './parameter.ts';

/** The errors that the contract gives for bad values of a parameter. */
export interface ParameterErrors {
  /** The error for a bad value. */
  readonly code?: ErrorCode;
  /** The error when it is missing, where that is another one. */
  readonly missingCode?: ErrorCode;
}

/** A required parameter; bad values are errors with this code, unless `options.code` names another. */
const required = <T>(
  encoding: ParameterEncoding,
  schema: TSchema,
  code: ErrorCode,
  description: string,
  errors: ParameterErrors = {},
): Parameter<T> => ({ schema, encoding, description, required: true, code, ...errors });

/** Free text, matched exactly and case-sensitively. */
export const textParameter = (
  description: string,
  { maxLength = 253, ...errors }: ParameterErrors & { maxLength?: number } = {},
): Parameter<string> =>
  required('text', Type.String({ minLength: 1, maxLength }), 'BAD_REQUEST', description, errors);

/** A UUID; handlers receive it in lower case. */
export const uuidParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<string> => ({
  ...required('text', Type.String({ format: 'uuid' }), 'BAD_REQUEST', description, errors),
  normalize: (value: string) => value.toLowerCase(),
});

/** The cluster in a path: before the handler runs, the kernel answers 400, 404 or 403. */
export const pathCluster = (): Parameter<string> => ({
  ...uuidParameter('The id of the cluster.', { code: 'INVALID_CLUSTER_ID' }),
  isPathCluster: true,
});

/** A cluster filter; a malformed id is 400 with `code`, which differs by endpoint (decision 8). */
export const clusterFilter = (
  code: 'INVALID_CLUSTER_ID' | 'BAD_REQUEST' = 'INVALID_CLUSTER_ID',
): Parameter<readonly string[] | undefined> =>
  csv(uuidParameter('Ids of clusters; without it, every cluster that the key may read.', { code }));

/**
 * The name at the end of a path: any text that is not empty. With `mayHoldSlash`, the name is the whole
 * rest of the path, unless another route has that path.
 */
export const pathName = (
  description: string,
  { mayHoldSlash = false, ...options }: { maxLength?: number; mayHoldSlash?: boolean } = {},
): Parameter<string> => ({
  ...textParameter(description, options),
  isPathName: true,
  mayHoldSlash,
});

/** A required value from a closed set. */
export const enumParameter = <const T extends string>(
  values: readonly T[],
  description: string,
  errors?: ParameterErrors,
): Parameter<T> => required('text', oneOf(values), 'VALIDATION_ERROR', description, errors);

/** An integer within bounds. */
export const integerParameter = (
  range: { minimum: number; maximum: number },
  description: string,
  errors?: ParameterErrors,
): Parameter<number> =>
  required('integer', Type.Integer(range), 'BAD_REQUEST', description, errors);

/** A calendar day, `YYYY-MM-DD`. */
export const dateParameter = (description: string, errors?: ParameterErrors): Parameter<string> =>
  required('text', Type.String({ format: 'date' }), 'VALIDATION_ERROR', description, errors);

/** `true` or `false`. */
export const booleanParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<boolean> =>
  required('boolean', Type.Boolean(), 'VALIDATION_ERROR', description, errors);

/** A decimal of at least 0 without an exponent (decision 7). */
export const decimalPattern = '^\\d+(\\.\\d+)?$';

const decimal = Type.String({ pattern: decimalPattern, maxLength: 40 });

/** A decimal of at least 0 (decision 7), as text, since money is never a float. */
export const decimalParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<string> => required('text', decimal, 'VALIDATION_ERROR', description, errors);

/** Comma-separated values, combined with OR; repeated parameters add values (decision 6). */
export const csv = <T>(item: Parameter<T>): Parameter<readonly T[] | undefined> => ({
  schema: Type.Array(item.schema, { minItems: 1, maxItems: 1000 }),
  encoding: 'csv',
  description: item.description,
  required: false,
  code: item.code,
  normalize: (values: string[]) => {
    const { normalize } = item;
    const items = normalize ? values.map((value) => normalize(value as never)) : (values as T[]);
    return [...new Set(items)].sort();
  },
});

/** The same parameter, optional. */
export const optional = <T>(parameter: Parameter<T>): Parameter<T | undefined> => ({
  ...(parameter as Parameter<T | undefined>),
  required: false,
});

/** The same parameter, with a default. */
export const withDefault = <T>(parameter: Parameter<T>, value: T): Parameter<T> => ({
  ...parameter,
  required: false,
  default: value,
});
