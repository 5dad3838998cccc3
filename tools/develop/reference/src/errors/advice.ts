import { type ErrorCode } from '@costplane/plugin-api';

/** What the developer of a client or the operator can do about each error. */
export const advice: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST:
    'Correct the request: `details` name the field, the reason and the accepted values. 404: the ' +
    'path does not exist; 405: the path has another method; 408: the request took too long; 413: ' +
    'the body is too large; 414: the URL is over 16 KiB; 415: the body is not JSON; 417: `Expect` ' +
    'is not `100-continue`; 431: the headers are over 64 KiB.',
  INVALID_CURSOR: 'Pass `next_cursor` back unchanged, to the list that returned it.',
  INVALID_CLUSTER_ID: 'Pass `metadata.id` of a cluster from `GET /v1/clusters`.',
  UNAUTHORIZED:
    'Send a valid key. Replace a revoked key with `costplane key create`. The keys of a suspended ' +
    'organization are refused in the same way until `costplane org resume`.',
  FORBIDDEN:
    '`details` name the missing scope. Create a key that has it; the scopes of a key cannot be ' +
    'changed.',
  CLUSTER_ACCESS_DENIED:
    'Request a cluster in the allow-list, or use a key whose allow-list includes this one.',
  CLUSTER_NOT_FOUND:
    'List the clusters again: this one was deleted, or belongs to another organization.',
  NAMESPACE_NOT_FOUND: 'List the namespaces again: deleted ones are not found.',
  WORKLOAD_NOT_FOUND: 'List the workloads again: deleted ones are not found.',
  NODE_NOT_FOUND: 'List the nodes again: deleted ones are not found.',
  NODE_GROUP_NOT_FOUND: 'List the node groups again: a group without nodes is not found.',
  RECOMMENDATION_NOT_FOUND: 'List the recommendations again.',
  TEAM_NOT_FOUND: 'List the teams again.',
  DEPARTMENT_NOT_FOUND: 'List the departments again.',
  CURSOR_EXPIRED:
    'Start again without `cursor`. A cursor is valid for 24 hours (`expired`), and only for the ' +
    'query that returned it (`query_changed`).',
  VALIDATION_ERROR:
    'Correct the values that `details` name; `allowed` lists the values of an enum.',
  INVALID_COST_MODE: 'Omit `cost_mode`, or pass one of `allowed`.',
  RATE_LIMITED:
    'Wait for the time in `Retry-After`, which may be shorter than 60 s. Without `details`, the ' +
    'quota of the key is used up (`X-RateLimit-*`; `costplane key create --limit`). Otherwise, the ' +
    'reason is `per_key_quota_exceeded`: the additional quota of exports is used up; ' +
    '`too_many_concurrent_requests`: the organization has too many requests in progress ' +
    '(`fairness` in the config); `too_many_unknown_keys`: many unknown keys are being looked up.',
  INTERNAL_ERROR:
    'Retry. If it persists, find `meta.request_id` in the log of the service, which has the cause.',
  UPSTREAM_UNAVAILABLE: 'Retry. The operator should check the database of `LEDGER_DATABASE_URL`.',
  RATE_LIMIT_UNAVAILABLE: 'Retry. The operator should check the Redis of `REDIS_URL`.',
  SERVICE_UNAVAILABLE:
    'Retry. The operator should check the database of `DATABASE_URL`. If a route exceeded its ' +
    'deadline, the message says so.',
  UPSTREAM_TIMEOUT:
    'Request a shorter time range or fewer clusters. The limit is ' +
    '`database.ledgerTimeoutSeconds`, or the deadline of the route.',
};
