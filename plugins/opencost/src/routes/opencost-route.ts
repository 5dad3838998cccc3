import {
  type ApiError,
  type Envelope,
  type ErrorEnvelope,
  type Route,
} from '@costplane/plugin-api';
import { named, oneOf, text } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const errorSchema = named(
  'OpencostError',
  Type.Object({
    code: Type.Integer({ description: 'The HTTP status.' }),
    status: oneOf(['error'], { description: 'Always `error`.' }),
    data: Type.Null({ description: 'Always null.' }),
    message: text('Human-readable message.'),
  }),
  'An error.',
);

/** `{code, status, data, message}`. */
const errors: ErrorEnvelope = {
  schema: () => errorSchema,
  describe: (codes) => `As \`code\` says; of the service itself \`${codes.join('`, `')}\`.`,
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

export const tag = 'OpenCost';

/** What every route of the family has. */
export const opencostRoute = {
  method: 'get',
  tag,
  overridable: true,
  scope: 'cost_explorer:read',
  acceptsBasic: true,
  envelope,
} as const;

/** Errors of a route that reads the history. */
export const historyErrors = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const;

/** What goes before the path of every route: nothing, or `/` and more. */
export type Prefix = '' | `/${string}`;

/** A route, and the same at other paths that clients ask: those of Kubecost have /model before them. */
export const withAliases = (route: Route, ...paths: readonly Route['path'][]): readonly Route[] => [
  route,
  ...paths.map((path, index) => ({
    ...route,
    path,
    operationId: `${route.operationId}Alias${index + 1}`,
    ...(path.includes('/model/') && { undocumented: `the same as ${route.path}` }),
  })),
];
