import { errorCatalog, type ErrorCode, type ErrorDetail } from '@costplane/plugin-api';
import { bases, costModes } from '@costplane/plugin-api/schema';

/** What the contract says of one parameter of an endpoint, for its tests. */
export interface ParameterCase {
  /** Values that are refused; text goes into the query as it is, percent-encoded. */
  readonly bad: readonly string[];
  readonly code: ErrorCode;
  /** The set that the error echoes. */
  readonly allowed?: readonly string[];
  /** Repeats are values of one list, and not an error. */
  readonly isCsv?: boolean;
}

/** The row of an endpoint in the contract's tables. */
export interface EndpointCase {
  readonly parameters?: Readonly<Record<string, ParameterCase>>;
  readonly isPaged: boolean;
  readonly costMode: 'accepts' | 'rejects' | 'ignores';
  readonly hasBasis: boolean;
}

/** One query that the endpoint must refuse, and how. */
export interface Refusal {
  readonly query: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
}

/**
 * Every refusal that the contract names for an endpoint: bad, empty and repeated values of each
 * parameter, unknown parameters, paging, `cost_mode`, `basis`, and a 400 before a 422.
 */
export function listRefusals(endpoint: EndpointCase): Refusal[] {
  const parameters = { ...endpoint.parameters, ...sharedParameters(endpoint) };
  const refusals = Object.entries(parameters).flatMap(([name, parameter]) =>
    listParameterRefusals(name, parameter),
  );
  const unknown = refusal('colour=red', 'BAD_REQUEST', {
    field: 'colour',
    reason: 'unknown_filter_key',
  });
  const rejected = refusal('cost_mode=fully_loaded', 'INVALID_COST_MODE', {
    field: 'cost_mode',
    reason: 'not_supported_on_this_endpoint',
  });
  const semantic = refusals.find(({ status }) => status === 422);
  return [
    ...refusals,
    unknown,
    ...(endpoint.costMode === 'rejects' ? [rejected] : []),
    ...(endpoint.hasBasis ? [] : [{ ...unknown, query: 'basis=all', detail: { field: 'basis' } }]),
    ...(semantic ? [{ ...unknown, query: `${semantic.query}&colour=red` }] : []),
  ];
}

function listParameterRefusals(field: string, parameter: ParameterCase): Refusal[] {
  const { bad, code, allowed, isCsv } = parameter;
  const detail = { field, ...(allowed ? { reason: 'must_be_enum', allowed } : {}) };
  const invalid = { field, reason: 'invalid_value' };
  const [first = 'x'] = [...(allowed ?? []), ...bad];
  const encoded = `${field}=${encodeURIComponent(first)}`;
  return [
    ...bad.map((value) => refusal(`${field}=${encodeURIComponent(value)}`, code, detail)),
    ...(field === 'cursor' ? [] : [refusal(`${field}=`, 'BAD_REQUEST', invalid)]),
    ...(isCsv
      ? [refusal(`${encoded},`, 'BAD_REQUEST', invalid)]
      : [refusal(`${encoded}&${encoded}`, 'BAD_REQUEST', invalid)]),
  ];
}

const refusal = (query: string, code: ErrorCode, detail: ErrorDetail): Refusal => ({
  query,
  status: errorCatalog[code].status,
  code,
  detail,
});

function sharedParameters({ isPaged, costMode, hasBasis }: EndpointCase) {
  const paging: Record<string, ParameterCase> = {
    limit: { bad: ['0', '501', '-1', '1.0', 'ten', '1e2'], code: 'BAD_REQUEST' },
    include_total: {
      bad: ['yes', '1', 'TRUE'],
      code: 'BAD_REQUEST',
      allowed: ['true', 'false'],
    },
    cursor: { bad: ['nonsense', 'AAAA', 'é'], code: 'INVALID_CURSOR' },
  };
  const mode: Record<string, ParameterCase> = {
    cost_mode: {
      bad: ['workload-only', 'Fully_Loaded', 'all'],
      code: 'INVALID_COST_MODE',
      allowed: costModes,
    },
  };
  const basis: Record<string, ParameterCase> = {
    basis: { bad: ['some', 'LEGACY'], code: 'VALIDATION_ERROR', allowed: bases },
  };
  return {
    ...(isPaged ? paging : {}),
    ...(costMode === 'accepts' ? mode : {}),
    ...(hasBasis ? basis : {}),
  };
}
