import { type ErrorCode, type Route } from '@costplane/plugin-api';
import { errorCodes, errorKind, isOpen } from '@costplane/plugin-api/internal';
import { standardQuery } from '../parameters/standard-parameters.ts';

/** Every error that a route can answer with: the pipeline's by what it declares, and its own. */
export function possibleErrors(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...(route.errors ?? []),
    'INTERNAL_ERROR',
    ...parameterErrors(route),
    ...(isOpen(route) ? [] : keyErrors),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes) {
    if (!codes.has(code)) continue;
    const { status } = errorKind(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
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
    // Any route refuses an unknown parameter, whatever it takes.
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
