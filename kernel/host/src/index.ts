/** Starts a service; for the command line and the testing kit, not for plugins. */
export { agentToken, apiKey, hashCredential } from './auth/credential.ts';
export { createApiServer } from './http/api-server.ts';
export { closeObjects } from './http/compile-serializer.ts';
export { listen, portKeys } from './http/listen.ts';
export * from './loader.ts';
export { checkKernelRange } from './loader/check-kernel-range.ts';
export { assembleOpenApi } from './openapi/assemble.ts';
export { withExamples } from './openapi/examples.ts';
export { createRedisStore } from './rate-limit/redis-store.ts';
export { type NamedDatabase, type ServiceOptions } from './service-options.ts';
export { type RunningService, startService } from './start-service.ts';
export { createLog } from './telemetry/create-log.ts';
export { createMetrics } from './telemetry/metrics.ts';
