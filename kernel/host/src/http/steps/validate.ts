import { ApiError, errorCatalog } from '@costplane/plugin-api';
import { type ParameterReader, type Violation } from '../../parameters/read-parameters.ts';
import { type OpenedCursor } from '../../pagination/cursor.ts';
import { type Basis, type CostMode } from '@costplane/plugin-api/schema';
import { type Exchange, type RequestInput, type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 6: path, query and body. A 400 takes precedence over a 422 (decision 4), and all violations with the
 * returned code are listed.
 */
export function validate(
  exchange: Exchange,
  services: PipelineServices,
): asserts exchange is ValidExchange {
  const { route } = exchange;
  const violations: Violation[] = [];
  const params = readValues(
    route.pathReaders,
    (name) => [exchange.rawParams[name] ?? ''],
    violations,
  );
  const { own, standard } = readQuery(exchange, violations);
  const findPlace = openCursor(exchange, standard, services, violations);
  violations.push(...(route.checkBody?.(exchange.request.body) ?? []));
  refuseFirst(violations);
  const input = toInput(exchange, { params, query: own }, standard);
  refuseTogether(exchange, input, services);
  const place = findPlace?.(boundQuery(input), services.clock.now());
  exchange.input = { ...input, page: { ...input.page, ...place } };
}

type Values = Record<string, unknown>;

/** Unknown parameters in an error; a URL has room for thousands. */
const maxListed = 20;

/** The values of the parameters that the route declares, and those of paging and costs. */
function readQuery({ request, route }: Exchange, violations: Violation[]) {
  const given = parseQuery(request.url ?? '');
  if (given === undefined) {
    violations.push({
      code: 'BAD_REQUEST',
      detail: { reason: 'invalid_value', message: 'the query does not percent-decode' },
    });
    return { own: {}, standard: {} };
  }
  const { queryReaders, standardReaders, ignoredQuery } = route;
  const isUnknown = (name: string) =>
    !queryReaders.has(name) && !standardReaders.has(name) && !ignoredQuery.has(name);
  for (const field of [...new Set(given.keys())].filter(isUnknown).slice(0, maxListed)) {
    violations.push({ code: 'BAD_REQUEST', detail: { field, reason: 'unknown_filter_key' } });
  }
  const read = (name: string) => given.getAll(name);
  return {
    own: readValues(queryReaders, read, violations),
    standard: readValues(standardReaders, read, violations),
  };
}

/** The query of a URL; `undefined` if it cannot be decoded, which `URLSearchParams` would hide. */
function parseQuery(url: string): URLSearchParams | undefined {
  const [query = ''] = /\?.*/s.exec(url) ?? [];
  try {
    decodeURIComponent(query);
  } catch {
    return undefined;
  }
  return new URLSearchParams(query);
}

function readValues(
  readers: ReadonlyMap<string, ParameterReader>,
  textsOf: (name: string) => readonly string[],
  violations: Violation[],
): Values {
  const values: Values = {};
  for (const [name, read] of readers) {
    const reading = read(textsOf(name));
    if ('violation' in reading) violations.push(reading.violation);
    else if (reading.value !== undefined) values[name] = reading.value;
  }
  return values;
}

function openCursor(
  { principal, route }: Exchange,
  { cursor }: Values,
  { cursors }: PipelineServices,
  violations: Violation[],
): OpenedCursor | undefined {
  if (!route.definition.paged || cursor === undefined || !principal) return undefined;
  const opened = cursors.open(cursor as string, {
    organizationId: principal.organization.id,
    operationId: route.definition.operationId,
  });
  if (!opened) {
    violations.push({
      code: 'INVALID_CURSOR',
      detail: { field: 'cursor', reason: 'invalid_value' },
    });
  }
  return opened;
}

/** Checks of several values together: 422, which takes precedence over 404 and 403. */
function refuseTogether(
  { route: { definition } }: Exchange,
  input: RequestInput,
  { clock }: PipelineServices,
): void {
  const details = definition.refuse?.({ ...input, now: clock.now() } as never) ?? [];
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', details);
}

function refuseFirst(violations: readonly Violation[]): void {
  const first =
    violations.find(({ code }) => errorCatalog[code].status === 400) ?? violations.at(0);
  if (!first) return;
  throw new ApiError(
    first.code,
    violations.filter(({ code }) => code === first.code).map(({ detail }) => detail),
  );
}

const withoutPage = { limit: 1, includeTotal: false };

function toInput(
  { request: { body }, route: { definition } }: Exchange,
  own: Pick<RequestInput, 'params' | 'query'>,
  { limit, include_total, cost_mode, basis }: Values,
): RequestInput {
  return {
    ...own,
    body,
    page: definition.paged
      ? { limit: limit as number, includeTotal: include_total === true }
      : withoutPage,
    costMode: (cost_mode ?? 'fully_loaded') as CostMode,
    basis: (basis ?? 'legacy') as Basis,
  };
}

/** The parameters that a cursor is bound to: all except the cursor itself and `include_total`. */
export function boundQuery({ params, query, page, costMode, basis }: RequestInput): unknown {
  return [params, query, page.limit, costMode, basis];
}
