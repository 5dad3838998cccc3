import {
  type ApiError,
  type Envelope,
  errorCatalog,
  type ErrorEnvelope,
} from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { type TSchema, Type } from 'typebox';

const errorSchema = namedObject('OpencostError', 'An error.', {
  code: Type.Integer({ description: 'The HTTP status.' }),
  status: oneOf(['error'], { description: 'Always `error`.' }),
  data: Type.Null({ description: 'Always null.' }),
  message: text('Human-readable message.'),
});

/** `{code, status, data, message}`. */
const errors: ErrorEnvelope = {
  schema: () => errorSchema,
  describe: (codes) => codes.map((code) => errorCatalog[code].message).join('\n\n'),
  wrap: (error) => ({ code: error.status, status: 'error', data: null, message: describe(error) }),
};

function describe({ code, message, details }: ApiError): string {
  const [detail] = details;
  if (code !== 'BAD_REQUEST' || detail?.field === undefined) return message;
  if (detail.reason === 'unknown_filter_key') return `Unknown parameter '${detail.field}'`;
  const hint = detail.allowed ? `must be one of ${detail.allowed.join(', ')}` : detail.message;
  return `Invalid '${detail.field}' parameter: ${hint ?? 'is required'}`;
}

const success = {
  code: Type.Integer({ description: 'Always 200.' }),
  status: oneOf(['success'], { description: 'Always `success`.' }),
};

/** `{code, status, data}`. */
const envelope: Envelope = {
  schema: (data) => Type.Object({ ...success, data }),
  wrap: (data) => ({ code: 200, status: 'success', data }),
  errors,
};

/** The response of a route that reads the history: what its envelope has besides `code` and `status`. */
export const withWarning = <Data extends TSchema>(data: Data) =>
  Type.Object({
    data,
    warning: Type.Optional(text('The archived months of the window; their costs are missing.')),
  });

/** `{code, status, data, warning}`. */
const historyEnvelope: Envelope = {
  schema: (answer) =>
    Type.Object({ ...success, ...(answer as ReturnType<typeof withWarning>).properties }),
  wrap: (answer) => ({ code: 200, status: 'success', ...(answer as object) }),
  errors,
};

/** Shared by all routes that need a key. */
export const opencostRoute = {
  method: 'get',
  tag: 'OpenCost',
  overridable: true,
  scope: 'cost_explorer:read',
  acceptsBasic: true,
  envelope,
} as const;

/** Shared by all routes that read the history. */
export const historyRoute = {
  ...opencostRoute,
  envelope: historyEnvelope,
  /** Parameters that known clients send and that have no effect. */
  ignoredQuery: [
    'idle',
    'idleByNode',
    'resolution',
    'sharelb',
    'reconcile',
    'includeAggregatedMetadata',
    'includeProportionalAssetResourceCosts',
    'disableAdjustments',
    'format',
    'metrics',
  ],
  errors: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'],
} as const;
