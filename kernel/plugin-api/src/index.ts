/** The contract that plugins build on. */
export {
  type Container,
  type Clock,
  CLOCK,
  createToken,
  type Logger,
  LOGGER,
  OPENAPI,
  type OpenApiSource,
  PLUGIN_CONFIG,
  PRODUCT,
  type ProductInfo,
  READINESS,
  type Readiness,
  type Token,
} from './plugin/tokens.ts';
export { ApiError, type ErrorDetail } from './errors/api-error.ts';
export { errorCatalog, type ErrorCode, type ErrorKind } from './errors/catalog.ts';
export {
  clusterAccessDenied,
  notFound,
  resourceNotFound,
  type NotFoundCode,
  requireAllowed,
} from './errors/constructors.ts';
export {
  type Envelope,
  type ErrorEnvelope,
  flatEnvelope,
  type MetaParts,
  type RefusedRequest,
  type ResponseMeta,
  standardEnvelope,
} from './responses/envelope.ts';
export {
  type CopyOptions,
  type CopyStream,
  type LedgerSnapshot,
} from './plugin/ledger-snapshot.ts';
export { type StreamedFile, type StreamShape } from './responses/streamed-file.ts';
export { type InnerRequest, type InnerResponse } from './responses/inner-request.ts';
export { type OpenApiDocument } from './responses/openapi-document.ts';
export { maxPageBytes } from './pages/page-limits.ts';
export {
  type KeysetKey,
  type Page,
  type PageRequest,
  type SizedRow,
  type Walk,
} from './pages/page.ts';
export {
  booleanParameter,
  clusterFilter,
  csv,
  dateParameter,
  decimalParameter,
  enumParameter,
  integerParameter,
  optional,
  type ParameterErrors,
  pathCluster,
  pathName,
  textParameter,
  uuidParameter,
  withDefault,
} from './parameters/define-parameter.ts';
export {
  type Parameter,
  type ParameterEncoding,
  type Parameters,
  type ValuesOf,
} from './parameters/parameter.ts';
export {
  KEY_STORE,
  type KeyStore,
  type Principal,
  type Quota,
  type QuotaDecision,
  RATE_LIMIT_STORE,
  type RateLimitStore,
} from './plugin/services.ts';
export { definePlugin, type Plugin, type PluginDefinition } from './plugin/define-plugin.ts';
export {
  acceptsBasis,
  acceptsCostMode,
  anyKey,
  type BasisRule,
  type CostModeRule,
  defineRoute,
  type HandlerResult,
  ignoresCostMode,
  type None,
  type NoScope,
  open,
  type ProvidedBy,
  type RawBody,
  rejectsCostMode,
  type RequestClock,
  type RequestContext,
  type RequestValues,
  type Route,
  type RouteDefinition,
  type RouteQuota,
  routesOver,
  StatusBody,
  type Uses,
} from './plugin/define-route.ts';
export {
  type Column,
  columns,
  defineTables,
  nullable,
  repeatColumn,
  type RowsOf,
  selectedColumns,
  type Tables,
} from './plugin/define-tables.ts';
