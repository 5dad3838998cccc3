import { ApiError } from '../../errors/api-error.ts';
import { errorKind } from '../../errors/catalog.ts';
import { type ParameterReader, type Violation } from '../../parameters/read-parameters.ts';
import { describeSchemaError } from '../../schema-validation/compile-schema.ts';
import { type Basis, type CostMode } from '../../schema/cost.ts';
import { type Exchange, type RequestInput } from '../exchange.ts';
import { parseQuery } from '../parse-query.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 6: path, query and body. Every 400 comes before any 422 (decision 4), and all violations
 * of the code that is answered are listed.
 */
export function validate(exchange: Exchange, services: PipelineServices): void {
  const { request, route } = exchange;
  const violations: Violation[] = [];
  const params = readValues(
    route.pathReaders,
    (name) => [exchange.rawParams[name] ?? ''],
    violations,
  );
  const given = parseQuery(request.url ?? '');
  for (const name of given.keys()) {
    if (!route.ignoredQuery.has(name) && !knows(route.queryReaders, name)) {
      violations.push({
        code: 'BAD_REQUEST',
        detail: { field: name, reason: 'unknown_filter_key' },
      });
    }
  }
  const values = readValues(route.queryReaders, (name) => given.get(name) ?? [], violations);
  const body = readBody(exchange, violations);
  refuseFirst(violations);
  exchange.input = toInput(exchange, params, values, body, services);
}

const knows = (readers: Exchange['route']['queryReaders'], name: string) =>
  readers.some(([known]) => known === name);

function readValues(
  readers: readonly (readonly [string, ParameterReader])[],
  textsOf: (name: string) => readonly string[],
  violations: Violation[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, read] of readers) {
    const reading = read(textsOf(name));
    if ('violation' in reading) violations.push(reading.violation);
    else if (reading.value !== undefined) values[name] = reading.value;
  }
  return values;
}

function readBody({ request, route }: Exchange, violations: Violation[]): unknown {
  const { acceptsBody } = route;
  if (!acceptsBody) return undefined;
  if (!acceptsBody(request.body)) {
    for (const error of acceptsBody.errors ?? []) {
      const field = error.instancePath.slice(1).replaceAll('/', '.');
      violations.push({
        code: 'BAD_REQUEST',
        detail: {
          ...(field === '' ? {} : { field }),
          reason: 'invalid_value',
          message: describeSchemaError(error),
        },
      });
    }
  }
  return request.body;
}

function refuseFirst(violations: readonly Violation[]): void {
  const first = violations.find(({ code }) => errorKind(code).status === 400) ?? violations.at(0);
  if (!first) return;
  throw new ApiError(
    first.code,
    violations.filter(({ code }) => code === first.code).map(({ detail }) => detail),
  );
}

const withoutPage = { limit: 1, includeTotal: false };

function toInput(
  exchange: Exchange,
  params: Record<string, unknown>,
  values: Record<string, unknown>,
  body: unknown,
  { cursors, clock }: PipelineServices,
): RequestInput {
  const { definition } = exchange.route;
  const { limit, cursor, include_total, cost_mode, basis, ...query } = values;
  const page = definition.paged
    ? { limit: limit as number, includeTotal: include_total === true }
    : withoutPage;
  const input: RequestInput = {
    params,
    query,
    body,
    page,
    costMode: (cost_mode ?? 'fully_loaded') as CostMode,
    basis: (basis ?? 'legacy') as Basis,
  };
  if (!definition.paged || cursor === undefined || !exchange.principal) return input;
  const after = cursors.decode(
    cursor as string,
    cursorBinding(exchange, input, exchange.principal.organization.id),
    clock.now(),
  );
  return { ...input, page: { ...page, after } };
}

/** What a cursor is bound to: everything but the cursor itself and `include_total`. */
export function cursorBinding({ route }: Exchange, input: RequestInput, organizationId: string) {
  const { params, query, page, costMode, basis } = input;
  return {
    organizationId,
    operationId: route.definition.operationId,
    query: [params, query, page.limit, costMode, basis],
  };
}
