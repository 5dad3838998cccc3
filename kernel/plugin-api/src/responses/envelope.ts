import { type TSchema, Type } from 'typebox';
import { type ApiError } from '../errors/api-error.ts';
import { errorCatalog, type ErrorCode } from '../errors/catalog.ts';
import { paginationSchema } from '../pages/page.ts';
import { bases, costModes } from '../schema/cost.ts';
import { described, namedObject, oneOf, text, timestamp } from '../schema/primitives.ts';

/** Metadata of a response. */
export interface ResponseMeta {
  readonly request_id: string;
  readonly applied_at: string;
  readonly pagination?: {
    readonly next_cursor?: string;
    readonly has_more: boolean;
    readonly limit: number;
    readonly ordered_at?: string;
    readonly total_count?: number;
  };
  readonly cost_mode?: string;
  readonly basis?: string;
}

/** The parts of `meta` that a route's responses have. */
export interface MetaParts {
  readonly pagination: boolean;
  readonly costMode: boolean;
  readonly basis: boolean;
}

/** How the data and errors of a route become bodies. */
export interface Envelope {
  readonly schema: (data: TSchema, parts: MetaParts) => TSchema;
  readonly wrap: (data: unknown, meta: ResponseMeta) => unknown;
  /** The bodies of errors. Default: the contract's. */
  readonly errors?: ErrorEnvelope;
}

/** How an error becomes a body; it does not affect status and headers. */
export interface ErrorEnvelope {
  /** The schema of a body with one of these codes. */
  readonly schema: (codes: readonly ErrorCode[]) => TSchema;
  /** Description of a response with one of these codes in the OpenAPI document. */
  readonly describe: (codes: readonly ErrorCode[]) => string;
  readonly wrap: (error: ApiError, request: RefusedRequest) => unknown;
}

/** Facts about the request that the body of an error may contain. */
export interface RefusedRequest {
  readonly meta: ResponseMeta;
  /** Whether the request had a bearer key, valid or not. */
  readonly isKeyGiven: boolean;
}

const aboutRequest = {
  request_id: text('Id of the request in logs, as in the header X-Request-ID.'),
  applied_at: timestamp('Time of the response.'),
};
const aboutResponse = { description: 'Metadata of the response.' };

const costMode = { description: 'The cost mode of the figures.' };
const basis = { description: 'The components that the figures sum.' };

/** The contract's `{data, meta}`; `error` is omitted on success. */
export const standardEnvelope: Envelope = {
  schema: (data, parts) =>
    Type.Object({
      data: 'description' in data ? data : described(data, 'One entry per resource.'),
      meta: Type.Object(
        {
          ...aboutRequest,
          ...(parts.pagination ? { pagination: paginationSchema } : {}),
          ...(parts.costMode ? { cost_mode: oneOf(costModes, costMode) } : {}),
          ...(parts.basis ? { basis: oneOf(bases, basis) } : {}),
        },
        aboutResponse,
      ),
    }),
  wrap: (data, meta) => ({ data, meta }),
};

/** The data is the body (health and discovery). */
export const flatEnvelope: Envelope = { schema: (data) => data, wrap: (data) => data };

const errorDetailSchema = namedObject('ErrorDetail', 'What is wrong, and where.', {
  field: Type.Optional(Type.String({ description: 'The parameter or field.' })),
  reason: Type.Optional(Type.String({ description: 'Machine-readable reason.' })),
  allowed: Type.Optional(
    Type.Array(Type.String(), { description: 'The values that are allowed.' }),
  ),
  message: Type.Optional(
    Type.String({ description: 'Human-readable hint about accepted values.' }),
  ),
  required: Type.Optional(Type.String({ description: 'The scope that the key lacks.' })),
  cluster_id: Type.Optional(Type.String({ description: 'The cluster that the key may not read.' })),
});

/** The contract's `{data: null, meta, error}`. */
export const standardErrors: ErrorEnvelope = {
  schema: (codes) =>
    Type.Object({
      data: Type.Null({ description: 'Always null.' }),
      meta: Type.Object(aboutRequest, aboutResponse),
      error: Type.Object(
        {
          code: oneOf(codes, { description: 'Branch on this, never on `message`.' }),
          message: Type.String({
            description: 'Human-readable; if there is one detail, it says what to change.',
          }),
          details: Type.Optional(
            Type.Array(errorDetailSchema, {
              description: 'One entry per problem, if there are any.',
            }),
          ),
        },
        { description: 'What went wrong.' },
      ),
    }),
  describe: (codes) =>
    codes.map((code) => `\`${code}\`: ${errorCatalog[code].message}`).join('\n\n'),
  wrap: ({ code, message, details }, { meta }) => ({
    data: null,
    meta,
    error: { code, message, ...(details.length > 0 ? { details } : {}) },
  }),
};
