/** Composition: for the command line and end-to-end tests, never for plugins. */
export { agentToken } from './auth/agent-token.ts';
export { hashApiKey, hintOfApiKey, mintApiKey } from './auth/api-key.ts';
export { type CredentialFormat, hashCredential } from './auth/credential.ts';
export { CredentialCache, type CredentialCacheOptions } from './auth/credential-cache.ts';
export { configSchema, type ServiceConfig } from './config/config-schema.ts';
export { type LoadedConfig, readConfig, type ReadConfigOptions } from './config/read-config.ts';
export { errorCatalog, type ErrorKind } from './errors/catalog.ts';
export { StartupError, type StartupProblem } from './errors/startup-error.ts';
export { checkPorts } from './http/check-ports.ts';
export { endWithResponse } from './http/end-with-response.ts';
export { listenBacklog } from './http/listen.ts';
export { PendingResponses } from './http/pending-responses.ts';
export { assembleOpenApi } from './openapi/assemble.ts';
export { type OpenApiDocument } from './openapi/document.ts';
export {
  type LeftOutRoute,
  type LoadedPlugin,
  loadPlugins,
  type LoadOutcome,
  type PluginReference,
  readKernelVersion,
  tryLoadPlugins,
} from './plugin/load-plugins.ts';
export { type PluginManifest } from './plugin/plugin-manifest.ts';
export { resolvePlugin } from './plugin/resolve-plugin.ts';
export { scopesOf } from './plugin/scopes-of.ts';
export { runService, type RunOptions } from './run-service.ts';
export { compileSchema } from './schema-validation/compile-schema.ts';
export { type RunningService, type ServiceOptions, startService } from './start-service.ts';
export { createLog } from './telemetry/create-log.ts';
export { describeMetrics, type MetricDescription } from './telemetry/describe-metrics.ts';
export {
  type BrokenExport,
  createMetrics,
  type Metrics,
  type PoolAdmission,
} from './telemetry/metrics.ts';
export { compileYamlCheck } from './yaml/check-yaml.ts';
export { FileError, type FileProblem, placeOf } from './yaml/file-error.ts';
export { parseYaml, type YamlFile, type YamlPath } from './yaml/parse-yaml.ts';
export { type Reading, readTextFile, readYamlFile } from './yaml/read-yaml-file.ts';
