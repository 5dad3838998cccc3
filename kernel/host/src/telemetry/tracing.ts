import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type IncomingMessage } from 'node:http';
import { isTracing } from '@costplane/reader';
import { type Exchange } from '../http/exchange.ts';

/** Spans go to whatever OpenTelemetry SDK the operator has registered, else nowhere. */
const tracer = () => trace.getTracer('costplane');

/** Runs a request, its errors answered too, inside a span named after its operation. */
export async function inRequestSpan(
  { request, response, requestId, route }: Exchange,
  run: () => Promise<void>,
): Promise<void> {
  if (!isTracing()) return run();
  const { operationId, path } = route.definition;
  const caller = readCallerSpan(request);
  const span = tracer().startSpan(
    operationId,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': request.method ?? '',
        'http.route': path,
        'costplane.request_id': requestId,
        'costplane.plugin': route.pluginId,
      },
    },
    caller,
  );
  try {
    await context.with(trace.setSpan(caller, span), run);
  } finally {
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }
}

/** The span that is active, as of an instrumented HTTP server, or the one that the request names. */
function readCallerSpan({ headers }: IncomingMessage): Context {
  const active = context.active();
  return trace.getSpan(active) ? active : propagation.extract(ROOT_CONTEXT, headers);
}

/** Keeps the span of a request for what is called outside of it, as by an event. */
export const bindToSpan = (run: () => void): (() => void) => context.bind(context.active(), run);

/** What a line of the log says of the span that it belongs to. */
export function activeSpanLabels(): object {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span || !isSpanContextValid(span)) return {};
  return { trace_id: span.traceId, span_id: span.spanId };
}
