/** An error code of the contract: its status, when it occurs, and whether to retry. */
export interface ErrorKind {
  readonly status: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
}

const kind = (status: number, message: string): ErrorKind => ({
  status,
  message,
  retryable: false,
});

const retryable = (status: number, message: string, retryAfterSeconds?: number): ErrorKind => ({
  status,
  message,
  retryable: true,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** The closed catalog of the contract's 23 codes (section "Errors"). */
export const errorCatalog = {
  BAD_REQUEST: kind(400, 'The request is malformed.'),
  INVALID_CURSOR: kind(400, 'The cursor was not issued by this list.'),
  INVALID_CLUSTER_ID: kind(400, 'The cluster id is not a UUID.'),
  UNAUTHORIZED: kind(
    401,
    "A valid API key is required: send it as 'Authorization: Bearer <API_KEY>'.",
  ),
  FORBIDDEN: kind(403, 'The API key lacks the scope that this endpoint requires.'),
  CLUSTER_ACCESS_DENIED: kind(403, 'The cluster is outside the allow-list of the API key.'),
  CLUSTER_NOT_FOUND: kind(404, 'There is no such cluster in the organization.'),
  NAMESPACE_NOT_FOUND: kind(404, 'There is no such namespace in the cluster.'),
  WORKLOAD_NOT_FOUND: kind(404, 'There is no such workload in the organization.'),
  NODE_NOT_FOUND: kind(404, 'There is no such node in the organization.'),
  NODE_GROUP_NOT_FOUND: kind(404, 'There is no such node group in the cluster.'),
  RECOMMENDATION_NOT_FOUND: kind(404, 'There is no such recommendation in the organization.'),
  TEAM_NOT_FOUND: kind(404, 'There is no such team in the organization.'),
  DEPARTMENT_NOT_FOUND: kind(404, 'There is no such department in the organization.'),
  CURSOR_EXPIRED: kind(
    410,
    'The cursor has expired or is of another query: start again without a cursor.',
  ),
  VALIDATION_ERROR: kind(422, 'A value is outside what this endpoint accepts.'),
  INVALID_COST_MODE: kind(422, 'The cost_mode is not one that this endpoint accepts.'),
  RATE_LIMITED: retryable(429, 'The request quota of the API key is used up.', 60),
  INTERNAL_ERROR: retryable(500, 'The server failed; quote the request id when you report it.'),
  UPSTREAM_UNAVAILABLE: retryable(502, 'The cost history cannot be reached.'),
  RATE_LIMIT_UNAVAILABLE: retryable(503, 'The request quota cannot be checked right now.', 5),
  SERVICE_UNAVAILABLE: retryable(503, 'The database cannot be reached right now.'),
  UPSTREAM_TIMEOUT: retryable(504, 'The query over the cost history timed out.'),
} as const satisfies Record<string, ErrorKind>;

/** One of the contract's 23 codes. */
export type ErrorCode = keyof typeof errorCatalog;
