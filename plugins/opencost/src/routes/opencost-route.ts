import {
  type ApiError,
  type Envelope,
  errorCatalog,
  type ErrorEnvelope,
} from '@costplane/plugin-api';
import { namedObject, oneOf, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const errorSchema = namedObject('OpencostError', 'An error.', {
  code: Type.Integer({ description: 'The HTTP status.' }),
  status: oneOf(['error'], { description: 'Always `error`.' }),
  data: Type.Null({ description: 'Always null.' }),
  message: text('Human-readable message.'),
});

/** `{code, status, data, message}`. */
const errors: ErrorEnvelope = {
  schema: () => errorSchema,
  describe: (codes) =>
    codes.map((code) => `\`${code}\`: ${errorCatalog[code].message}`).join('\n\n'),
  wrap: (error) => ({ code: error.status, status: 'error', data: null, message: describe(error) }),
};

function describe({ code, message, details }: ApiError): string {
  const [detail] = details;
  if (code !== 'BAD_REQUEST' || detail?.field === undefined) return message;
  if (detail.reason === 'unknown_filter_key') return `Unknown parameter '${detail.field}'`;
  const hint = detail.allowed ? `must be one of ${detail.allowed.join(', ')}` : detail.message;
  return `Invalid '${detail.field}' parameter: ${hint ?? 'is required'}`;
}

/** `{code, status, data}`. */
const envelope: Envelope = {
  schema: (data) =>
    Type.Object({
      code: Type.Integer({ description: 'Always 200.' }),
      status: oneOf(['success'], { description: 'Always `success`.' }),
      data,
    }),
  wrap: (data) => ({ code: 200, status: 'success', data }),
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
  /** Parameters that known clients send and that have no effect. */
  ignoredQuery: [
    'idle',
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
