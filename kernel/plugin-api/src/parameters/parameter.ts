import { type TSchema } from 'typebox';
import { type ErrorCode } from '../errors/catalog.ts';

/** How the text of a parameter is parsed into the value that its schema describes. */
export type ParameterEncoding = 'text' | 'integer' | 'boolean' | 'csv';

/**
 * One path or query parameter. Its schema validates and documents it; `code` is the error code of the
 * contract for a bad value of this parameter on this endpoint.
 */
export interface Parameter<T = unknown> {
  readonly schema: TSchema;
  /** How the text of the request is parsed. */
  readonly encoding: ParameterEncoding;
  readonly description: string;
  readonly required: boolean;
  /** The error for a bad value. */
  readonly code: ErrorCode;
  /** The error when it is missing, where that is another one. */
  readonly missingCode?: ErrorCode;
  /** The value as handlers get it, from a value that the schema has accepted. */
  readonly normalize?: (value: never) => T;
  /** The value if it is not given. */
  readonly default?: T;
  /** An empty value means that the parameter was not given (decision 6: `cursor=`). */
  readonly emptyIsAbsent?: boolean;
  /** A name that ends a path: empty, it is refused with 400 rather than leading to an unknown path. */
  readonly isPathName?: boolean;
  /** A name that ends a path, and may hold `/` that is sent raw. Longer paths of others go first. */
  readonly mayHoldSlash?: boolean;
  /** The path cluster: the kernel checks that it exists and may be read (decision 4). */
  readonly isPathCluster?: boolean;
}

/** The parameters of a route in one place (path or query), by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of a set of parameters, as a handler receives them. */
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};
