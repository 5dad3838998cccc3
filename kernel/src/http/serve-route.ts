import { LedgerFailure } from '../database/ledger-failure.ts';
import { ApiError } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { inRequestSpan } from '../telemetry/tracing.ts';
import { type Exchange } from './exchange.ts';
import { sendError } from './send-error.ts';
import { type PipelineServices } from './services.ts';
import { authenticate, bearerKeyOf } from './steps/authenticate.ts';
import { authorize } from './steps/authorize.ts';
import { checkClusterAccess } from './steps/check-cluster-access.ts';
import { limitRate } from './steps/limit-rate.ts';
import { readBody } from './steps/read-body.ts';
import { respond } from './steps/respond.ts';
import { runHandler } from './steps/run-handler.ts';
import { streamFile } from './steps/stream-file.ts';
import { validate } from './steps/validate.ts';
import { type StreamedFile } from './streamed-file.ts';

/** One request through the pipeline; whatever is thrown becomes an error of the contract. */
export async function serveRoute(exchange: Exchange, services: PipelineServices): Promise<void> {
  services.metrics.requestStarted();
  if (services.state.isStopping) exchange.response.setHeader('Connection', 'close');
  exchange.response.once('close', () => {
    recordOutcome(exchange, services);
  });
  await inRequestSpan(exchange, async () => {
    try {
      await runSteps(exchange, services);
    } catch (thrown) {
      answerError(exchange, thrown, services);
    }
  });
}

async function runSteps(exchange: Exchange, services: PipelineServices): Promise<void> {
  await authenticate(exchange, services);
  await limitRate(exchange, services);
  authorize(exchange);
  await readBody(exchange);
  validate(exchange, services);
  await checkClusterAccess(exchange, services);
  const result = await runHandler(exchange, services);
  if (exchange.route.definition.stream) {
    await streamFile(exchange, result as StreamedFile, services);
  } else {
    respond(exchange, result, services);
  }
}

function answerError(exchange: Exchange, thrown: unknown, services: PipelineServices): void {
  const { requestId, request, response, route } = exchange;
  const error = asDeclared(toApiError(thrown), route);
  if (error.status >= 500) {
    const fields = {
      request_id: requestId,
      plugin: route.pluginId,
      operation_id: route.definition.operationId,
      code: error.code,
    };
    if (error.code === 'INTERNAL_ERROR') services.log.error({ ...fields, err: thrown }, 'failed');
    else services.log.warn({ ...fields, problem: causeOf(error) }, 'unavailable');
  }
  sendError(response, error, {
    requestId,
    now: services.clock.now(),
    isKeyGiven: bearerKeyOf(request) !== undefined,
    errors: route.definition.envelope?.errors,
    log: services.log,
  });
}

/** A failure of the ledger is its own error on a route that knows it (decision 37). */
function asDeclared(error: ApiError, { definition }: Exchange['route']): ApiError {
  if (!(error instanceof LedgerFailure)) return error;
  const { upstreamCode, cause } = error;
  return definition.errors?.includes(upstreamCode)
    ? new ApiError(upstreamCode, [], { cause })
    : error;
}

const causeOf = ({ cause, message }: ApiError) =>
  cause instanceof Error ? cause.message : message;

function recordOutcome(exchange: Exchange, { metrics, log }: PipelineServices): void {
  const { route, response, request, requestId, startedAtMs, principal } = exchange;
  const durationMs = performance.now() - startedAtMs;
  const status = response.writableFinished ? response.statusCode : 499;
  metrics.requestEnded();
  metrics.requestServed(route.definition.operationId, status, durationMs);
  log.info(
    {
      request_id: requestId,
      method: request.method,
      operation_id: route.definition.operationId,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(principal ? { key_id: principal.keyId } : {}),
    },
    'request',
  );
}
