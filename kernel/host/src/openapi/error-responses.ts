import { ApiError, errorCatalog, type ErrorCode, type Route } from '@costplane/plugin-api';
import { isOpen, standardErrors } from '@costplane/plugin-api/internal';
import { http } from '../http/node-http.ts';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { type Components, jsonContent, type JsonSchema } from './components.ts';
import { rateHeaders, referToHeaders } from './response-headers.ts';

/** The error responses of a route, by status. Those in the contract's shape are shared components. */
export function errorResponses(route: Route, components: Components): Record<string, JsonSchema> {
  const responses: Record<string, JsonSchema> = {};
  for (const [status, codes] of possibleErrors(route)) {
    if (route.otherResponses?.[status]) continue;
    const describe = () => describeResponse(route, status, codes, components);
    responses[status] = ownErrors(route, status)
      ? describe()
      : components.shareResponse(nameResponse(route, status, codes), describe);
  }
  return responses;
}

/** All errors of a route: those of the pipeline, which follow from its declaration, and its own. */
function possibleErrors(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...(route.errors ?? []),
    'INTERNAL_ERROR',
    ...parameterErrors(route),
    ...(isOpen(route) ? [] : keyErrors),
  ]);
  const inOrder = (Object.keys(errorCatalog) as ErrorCode[]).filter((code) => codes.has(code));
  const byStatus = Map.groupBy(inOrder, (code) => errorCatalog[code].status);
  for (const status of otherStatuses(route)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), 'BAD_REQUEST']);
  }
  return byStatus;
}

/** Statuses other than the catalog's that `BAD_REQUEST` has (decisions 1 and 3). */
const otherStatuses = (route: Route): number[] => [
  ...(route.answersNotFound === true ? [404] : []),
  ...(route.body === undefined ? [414] : [413, 414, 415]),
];

const keyErrors: ErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'RATE_LIMIT_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
];

function parameterErrors(route: Route): ErrorCode[] {
  const parameters = Object.values({
    ...(route.params ?? {}),
    ...(route.query ?? {}),
    ...standardQuery(route),
  });
  return [
    // Every route rejects unknown parameters.
    'BAD_REQUEST',
    ...parameters.flatMap(({ code, missingCode = code }) => [code, missingCode]),
    ...(route.refuse || route.body ? (['VALIDATION_ERROR'] as const) : []),
    ...(route.paged ? (['INVALID_CURSOR', 'CURSOR_EXPIRED'] as const) : []),
    ...(route.costMode?.rule === 'rejects' ? (['INVALID_COST_MODE'] as const) : []),
    ...(parameters.some(({ isPathCluster }) => isPathCluster)
      ? (['CLUSTER_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'] as const)
      : []),
  ];
}

/** A URL that is too long is rejected before routing. */
const ownErrors = ({ envelope }: Route, status: number) =>
  status === 414 ? undefined : envelope?.errors;

/** Named by codes, such as `ClusterNotFoundOrNodeNotFound`, or by status for `BAD_REQUEST` with another one. */
function nameResponse(route: Route, status: number, codes: readonly ErrorCode[]): string {
  const isByStatus = codes.some((code) => errorCatalog[code].status !== status);
  const words = isByStatus ? [http.STATUS_CODES[status] ?? ''] : codes.map(toWords);
  const name = words.map((text) => text.replaceAll(' ', '')).join('Or');
  return isOpen(route) ? `${name}WithoutKey` : name;
}

const toWords = (code: ErrorCode) =>
  code.toLowerCase().replaceAll(/(?:^|_)./g, (start) => start.replace('_', ' ').toUpperCase());

function describeResponse(
  route: Route,
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
): JsonSchema {
  const errors = ownErrors(route, status) ?? standardErrors;
  const hasRetryAfter = codes.some((code) => errorCatalog[code].retryAfterSeconds !== undefined);
  return {
    description: errors.describe(codes),
    headers: {
      ...referToHeaders('X-Request-ID', ...(hasRetryAfter ? ['Retry-After'] : [])),
      ...(isOpen(route) || status === 401 ? {} : rateHeaders),
    },
    content: jsonContent(
      components.reference(errors.schema(codes)),
      errors.wrap(exampleError(route, codes), { meta: exampleMeta, isKeyGiven: true }),
    ),
  };
}

/** The most specific of the codes is the last. */
function exampleError({ scope }: Route, codes: readonly ErrorCode[]): ApiError {
  const code = codes.at(-1) ?? 'INTERNAL_ERROR';
  if (code === 'FORBIDDEN' && typeof scope === 'string') {
    return new ApiError(code, [{ required: scope }]);
  }
  if (code !== 'VALIDATION_ERROR') return new ApiError(code);
  const allowed = ['legacy', 'all'];
  return new ApiError(code, [{ field: 'basis', reason: 'invalid_value', allowed }]);
}

const exampleMeta = {
  request_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  applied_at: '2026-01-31T12:00:00Z',
};
