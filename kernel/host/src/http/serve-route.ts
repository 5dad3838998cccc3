import { type ApiError } from '@costplane/plugin-api';
import { bindToSpan, inRequestSpan } from '../telemetry/tracing.ts';
import { DeadlineExceeded } from './deadlines.ts';
import { toDeclaredError } from './declared-error.ts';
import { type Exchange, describeExchange } from './exchange.ts';
import { ForbiddenAnswer } from './compile-serializer.ts';
import { sendError } from './send-error.ts';
import { type PipelineServices } from './services.ts';
import { authenticate, readKey } from './steps/authenticate.ts';
import { authorize } from './steps/authorize.ts';
import { checkClusterAccess } from './steps/check-cluster-access.ts';
import { limitRate } from './steps/limit-rate.ts';
import { readBody } from './steps/read-body.ts';
import { reuseAnswer } from './steps/reuse-answer.ts';
import { respond } from './steps/respond.ts';
import { runHandler } from './steps/run-handler.ts';
import { streamFile } from './steps/stream-file.ts';
import { validate } from './steps/validate.ts';

/** Runs one request through the pipeline; anything thrown becomes an error of the contract. */
export async function serveRoute(exchange: Exchange, services: PipelineServices): Promise<void> {
  services.metrics.inFlight.count += 1;
  if (services.state.isStopping) exchange.response.setHeader('Connection', 'close');
  await inRequestSpan(exchange, async () => {
    const record = bindToSpan(() => recordOutcome(exchange, services));
    exchange.response.once('close', record);
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
  await readBody(exchange, services);
  validate(exchange, services);
  if (await reuseAnswer(exchange, services)) return;
  await checkClusterAccess(exchange, services);
  const result = await runHandler(exchange, services);
  if (exchange.route.definition.stream) {
    await streamFile(exchange, result, services);
  } else {
    await respond(exchange, result, services);
  }
}

function answerError(exchange: Exchange, thrown: unknown, services: PipelineServices): void {
  const { request, response, route, requestId } = exchange;
  if (response.destroyed) {
    // The client has disconnected, which made the request fail (decision 56).
    services.log.debug({ ...describeExchange(exchange), err: thrown }, 'the client disconnected');
    return;
  }
  const error = toDeclaredError(thrown, route);
  if (error.status >= 500) reportFailure(exchange, error, thrown, services);
  sendError(response, error, {
    now: services.clock.now(),
    isKeyGiven: readKey(request, route.definition) !== undefined,
    errors: route.definition.envelope?.errors,
    log: services.log,
    labels: describeExchange(exchange),
    requestId,
  });
}

function reportFailure(
  exchange: Exchange,
  error: ApiError,
  thrown: unknown,
  { log, metrics }: PipelineServices,
): void {
  const fields = { ...describeExchange(exchange), code: error.code };
  if (thrown instanceof DeadlineExceeded) {
    metrics.deadlineExceeded(fields.operation_id);
    const { deadlineSeconds } = thrown;
    log.warn({ ...fields, deadline_seconds: deadlineSeconds }, 'the deadline has passed');
  } else if (thrown instanceof ForbiddenAnswer) {
    const { field, expected } = thrown;
    log.error({ ...fields, field, expected }, 'the response does not match its schema');
  } else if (error.code === 'INTERNAL_ERROR') {
    log.error({ ...fields, err: thrown }, 'failed');
  } else {
    log.warn({ ...fields, problem: describeCause(error) }, 'unavailable');
  }
}

const describeCause = ({ cause, message }: ApiError) =>
  cause instanceof Error ? cause.message : message;

function recordOutcome(exchange: Exchange, { metrics, log }: PipelineServices): void {
  const { route, response, request, requestId, startedAtMs, principal } = exchange;
  const durationMs = performance.now() - startedAtMs;
  const status = exchange.brokenOffAs ?? (response.writableFinished ? response.statusCode : 499);
  metrics.inFlight.count -= 1;
  metrics.requestServed(route.definition.operationId, status, durationMs);
  log[status === 499 ? 'debug' : 'info'](
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
