/** The contract: what a plugin is made of. */
export { type Container } from './container/container.ts';
export {
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
} from './container/tokens.ts';
export { ApiError, type ErrorDetail } from './errors/api-error.ts';
export { type ErrorCode } from './errors/catalog.ts';
export {
  clusterAccessDenied,
  notFound,
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
} from './http/envelope.ts';
export { anyOf, type ArrayType } from './listing/any-of.ts';
export { clusterName } from './listing/cluster-name.ts';
export { type Listing, listPage } from './listing/list-page.ts';
export {
  type AnyTables,
  areFew,
  type ListsBy,
  mergedPage,
  type OrderedList,
  orderedPage,
  pageInClusters,
  type PageQuery,
} from './listing/ordered-page.ts';
export { preferAllowed } from './listing/prefer-allowed.ts';
export { rankOfAtLeast } from './listing/rank-of-at-least.ts';
export { untilPageIsFull } from './listing/until-page-is-full.ts';
export { visibleClusters } from './listing/visible-clusters.ts';
export { type CopyOptions } from './database/copy-query.ts';
export { type CopyStream, type LedgerSnapshot } from './database/snapshot.ts';
export { type StreamedFile, type StreamShape } from './http/streamed-file.ts';
export { type OpenApiDocument } from './openapi/document.ts';
export { afterKey, type KeysetKey, type Page, type PageRequest } from './pagination/page.ts';
export { maxPageBytes, type SizedRow } from './pagination/page-bytes.ts';
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
export { definePlugin, type Plugin, type PluginDefinition } from './plugin/define-plugin.ts';
export {
  acceptsBasis,
  acceptsCostMode,
  type BasisRule,
  type CostModeRule,
  defineRoute,
  type HandlerResult,
  ignoresCostMode,
  type None,
  open,
  type OpenScope,
  type ProvidedBy,
  type RawBody,
  rejectsCostMode,
  type RequestContext,
  type RequestValues,
  type Route,
  type RouteDefinition,
  type RouteQuota,
  routesOver,
  type StatusBody,
  type Uses,
  withStatus,
} from './plugin/define-route.ts';
export {
  type Column,
  columns,
  defineTables,
  nullable,
  type RowsOf,
  type Tables,
} from './plugin/define-tables.ts';
