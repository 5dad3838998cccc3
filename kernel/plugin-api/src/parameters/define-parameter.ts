import { type TSchema, Type } from 'typebox';
import { type ErrorCode } from '../errors/catalog.ts';
import { oneOf } from '../schema/primitives.ts';
import { decimalPattern } from './decimal-pattern.ts';
import { type Parameter, type ParameterEncoding } from './parameter.ts';

/** The errors that the contract gives for bad values of a parameter. */
export interface ParameterErrors {
  readonly code?: ErrorCode;
  /** The error when it is missing, where that is another one. */
  readonly missingCode?: ErrorCode;
}

/** A parameter that must be given; bad values have this code unless another is given. */
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

/** A UUID; handlers get it in lower case. */
export const uuidParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<string> => ({
  ...required('text', Type.String({ format: 'uuid' }), 'BAD_REQUEST', description, errors),
  normalize: (value: string) => value.toLowerCase(),
});

/** The cluster of a path: 400, then 404 and 403 by the kernel before the handler runs. */
export const pathCluster = (): Parameter<string> => ({
  ...uuidParameter('The id of the cluster.', { code: 'INVALID_CLUSTER_ID' }),
  isPathCluster: true,
});

/** A cluster filter: 400 by `code` when malformed, which differs by endpoint (decision 8). */
export const clusterFilter = (
  code: 'INVALID_CLUSTER_ID' | 'BAD_REQUEST' = 'INVALID_CLUSTER_ID',
): Parameter<readonly string[] | undefined> =>
  csv(uuidParameter('Ids of clusters; without it, every cluster that the key may read.', { code }));

/**
 * The name that ends a path: any text but an empty one. With `mayHoldSlash`
 * the rest of the path is the name, unless the path is another route's.
 */
export const pathName = (
  description: string,
  { mayHoldSlash = false, ...options }: { maxLength?: number; mayHoldSlash?: boolean } = {},
): Parameter<string> => ({
  ...textParameter(description, options),
  isPathName: true,
  mayHoldSlash,
});

/** A required value out of a closed set. */
export const enumParameter = <const T extends string>(
  values: readonly T[],
  description: string,
  errors?: ParameterErrors,
): Parameter<T> => required('text', oneOf(values), 'VALIDATION_ERROR', description, errors);

/** A whole number, at least and at most what is given. */
export const integerParameter = (
  range: { minimum: number; maximum: number },
  description: string,
  errors?: ParameterErrors,
): Parameter<number> =>
  required('integer', Type.Integer(range), 'BAD_REQUEST', description, errors);

/** A day of the calendar, `YYYY-MM-DD`. */
export const dateParameter = (description: string, errors?: ParameterErrors): Parameter<string> =>
  required('text', Type.String({ format: 'date' }), 'VALIDATION_ERROR', description, errors);

/** `true` or `false`. */
export const booleanParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<boolean> =>
  required('boolean', Type.Boolean(), 'VALIDATION_ERROR', description, errors);

const decimal = Type.String({ pattern: decimalPattern, maxLength: 40 });

/** A decimal of at least 0 (decision 7), kept as text: money is never a float. */
export const decimalParameter = (
  description: string,
  errors?: ParameterErrors,
): Parameter<string> => required('text', decimal, 'VALIDATION_ERROR', description, errors);

/** Comma-separated values of another parameter, joined by OR; repeats add up (decision 6). */
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

/** The same parameter, left out at will. */
export const optional = <T>(parameter: Parameter<T>): Parameter<T | undefined> => ({
  ...(parameter as Parameter<T | undefined>),
  required: false,
});

/** The same parameter, with a value for when it is left out. */
export const withDefault = <T>(parameter: Parameter<T>, value: T): Parameter<T> => ({
  ...parameter,
  required: false,
  default: value,
});
