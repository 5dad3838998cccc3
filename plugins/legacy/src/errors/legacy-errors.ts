import { type ApiError, type ErrorCode, type ErrorEnvelope } from '@costplane/plugin-api';
import { namedObject, text } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';

const fieldErrorSchema = namedObject('LegacyFieldError', 'An error in one parameter.', {
  loc: Type.Array(Type.String(), {
    description: 'Location of the error: `query`, then the name of the parameter.',
  }),
  msg: Type.String({ description: 'Human-readable hint about accepted values.' }),
  type: Type.String({ description: 'Machine-readable reason.' }),
});

const detailSchema = namedObject('LegacyError', 'An error.', {
  detail: text('Human-readable message.'),
});
const fieldDetailsSchema = namedObject('LegacyValidationError', 'Parameters that were rejected.', {
  detail: Type.Array(fieldErrorSchema, { description: 'One entry per invalid parameter.' }),
});

/** The messages of the legacy routes; existing clients compare them literally. */
const messages: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'Bad request',
  INVALID_CURSOR: 'Bad request',
  INVALID_CLUSTER_ID: 'Invalid cluster ID format',
  UNAUTHORIZED: 'Invalid API key',
  FORBIDDEN: 'Missing required permission: <scope>',
  CLUSTER_ACCESS_DENIED: 'Access to this cluster is not allowed',
  CLUSTER_NOT_FOUND: 'Cluster not found',
  NAMESPACE_NOT_FOUND: 'Namespace not found',
  WORKLOAD_NOT_FOUND: 'Workload not found',
  NODE_NOT_FOUND: 'Node not found',
  NODE_GROUP_NOT_FOUND: 'Node group not found',
  RECOMMENDATION_NOT_FOUND: 'Recommendation not found',
  TEAM_NOT_FOUND: 'Team not found',
  DEPARTMENT_NOT_FOUND: 'Department not found',
  CURSOR_EXPIRED: 'Bad request',
  VALIDATION_ERROR: 'One entry per invalid field',
  INVALID_COST_MODE: 'One entry per invalid field',
  RATE_LIMITED: 'Rate limit exceeded',
  INTERNAL_ERROR: 'Internal server error',
  UPSTREAM_UNAVAILABLE: 'Service unavailable',
  RATE_LIMIT_UNAVAILABLE: 'Rate limit cannot be checked',
  SERVICE_UNAVAILABLE: 'Service unavailable',
  UPSTREAM_TIMEOUT: 'Service unavailable',
};

const keyRequired = "API key required. Use 'Authorization: Bearer <api_key>'";

/** `{detail}`: a message, or with 422 an array with one entry per field. */
export const legacyErrors: ErrorEnvelope = {
  schema: (codes) => (codes.every(isOfFields) ? fieldDetailsSchema : detailSchema),
  describe: (codes) => codes.map(describe).join('\n\n'),
  wrap: (error, { isKeyGiven }) => ({
    detail: isOfFields(error.code) ? toFieldErrors(error) : toMessage(error, isKeyGiven),
  }),
};

const isOfFields = (code: ErrorCode) => code === 'VALIDATION_ERROR';

const describe = (code: ErrorCode) =>
  code === 'UNAUTHORIZED'
    ? `\`${keyRequired}\` or \`${messages[code]}\``
    : isOfFields(code)
      ? `${messages[code]}.`
      : `\`${messages[code]}\``;

const toFieldErrors = ({ details }: ApiError): Static<typeof fieldErrorSchema>[] =>
  details.map(({ field = '', reason = 'invalid_value', message, allowed }) => ({
    loc: ['query', field],
    msg: message ?? (allowed ? `must be one of ${allowed.join(', ')}` : 'is required'),
    type: reason,
  }));

function toMessage({ code, details }: ApiError, isKeyGiven: boolean): string {
  const [detail] = details;
  if (code === 'UNAUTHORIZED' && !isKeyGiven) return keyRequired;
  if (code === 'FORBIDDEN') return `Missing required permission: ${detail?.required ?? ''}`;
  if (code !== 'BAD_REQUEST') return messages[code];
  if (detail?.field === 'cluster_id' && detail.reason === 'invalid_value') {
    return messages.INVALID_CLUSTER_ID;
  }
  if (detail?.reason === 'method_not_allowed') return 'Method not allowed';
  if (detail?.field === undefined) return messages.BAD_REQUEST;
  const what = detail.reason === 'unknown_filter_key' ? 'Unknown parameter' : 'Invalid value of';
  return `${what}: ${detail.field}`;
}
