import { type ErrorCode } from '@costplane/plugin-api';

/** What to do about each error, for the developer of a client and the operator. */
export const advice: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST:
    'Correct the request: `details` name the field, the reason and what would be accepted. With ' +
    '404 there is no such path, with 405 it has another method, with 413 the body is too large, ' +
    'with 414 the URL, with 415 the body is not JSON.',
  INVALID_CURSOR: 'Pass `next_cursor` back as it was, to the list that gave it out.',
  INVALID_CLUSTER_ID: 'Pass `metadata.id` of a cluster from `GET /v1/clusters`.',
  UNAUTHORIZED:
    'Send the key. One that was revoked, or whose organization is suspended, is refused ' +
    'likewise: make another with `costplane key create`.',
  FORBIDDEN:
    '`details` name the scope that is missing. Make a key that has it; scopes of a key do not change.',
  CLUSTER_ACCESS_DENIED:
    'Ask for a cluster of the allow-list, or use a key whose allow-list has this one.',
  CLUSTER_NOT_FOUND: 'List the clusters anew: this one was deleted, or is of another organization.',
  NAMESPACE_NOT_FOUND: 'List the namespaces anew: what is gone from the cluster is not found.',
  WORKLOAD_NOT_FOUND: 'List the workloads anew: what is gone from the cluster is not found.',
  NODE_NOT_FOUND: 'List the nodes anew: what is gone from the cluster is not found.',
  NODE_GROUP_NOT_FOUND: 'List the node groups anew: one without nodes is not found.',
  RECOMMENDATION_NOT_FOUND: 'List the recommendations anew.',
  TEAM_NOT_FOUND: 'List the teams anew.',
  DEPARTMENT_NOT_FOUND: 'List the departments anew.',
  CURSOR_EXPIRED:
    'Start again without `cursor`. A cursor holds for 24 hours (`expired`) and for the very query ' +
    'that it came from (`query_changed`).',
  VALIDATION_ERROR: 'Correct the values that `details` name; `allowed` lists those of an enum.',
  INVALID_COST_MODE: 'Leave `cost_mode` out, or pass one of `allowed`.',
  RATE_LIMITED:
    'Wait as long as `Retry-After` says. `X-RateLimit-*` tell how much is left; a key made with ' +
    '`--limit` has another quota.',
  INTERNAL_ERROR:
    'Retry. If it stays, find `meta.request_id` in the log of the service, where the cause is.',
  UPSTREAM_UNAVAILABLE: 'Retry. The operator looks after the database of `LEDGER_DATABASE_URL`.',
  RATE_LIMIT_UNAVAILABLE: 'Retry. The operator looks after the Redis of `REDIS_URL`.',
  SERVICE_UNAVAILABLE:
    'Retry. The operator looks after the database of `DATABASE_URL`; a route that took longer than ' +
    'its deadline says so in the message.',
  UPSTREAM_TIMEOUT:
    'Ask for a shorter time or fewer clusters. The time is `database.ledgerTimeoutSeconds`, or ' +
    'the deadline of the route.',
};
