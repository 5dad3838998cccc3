/** What any HTTP server of the product has at its edge: credentials, listening, client errors, draining. */
export { agentToken } from './auth/agent-token.ts';
export { hashCredential } from './auth/credential.ts';
export { CredentialCache } from './auth/credential-cache.ts';
export { endWithResponse } from './http/end-with-response.ts';
export { listenBacklog } from './http/listen.ts';
export { PendingResponses } from './http/pending-responses.ts';
export { describeMetrics, type MetricDescription } from './telemetry/describe-metrics.ts';
