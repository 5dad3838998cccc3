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
import { type Exchange } from '../http/exchange.ts';

/** Runs a request, including error handling, inside a span named after its operation. */
export async function inRequestSpan(
  { request, response, requestId, route }: Exchange,
  run: () => Promise<void>,
): Promise<void> {
  if (!isTracing()) return run();
  const { operationId, path } = route.definition;
  const attributes = {
    'http.request.method': request.method ?? '',
    'http.route': path,
    'costplane.request_id': requestId,
    'costplane.plugin': route.pluginId,
  };
  const options = { kind: SpanKind.SERVER, attributes };
  // Spans go to the OpenTelemetry SDK that the operator has registered.
  const tracer = trace.getTracer('costplane');
  await tracer.startActiveSpan(operationId, options, readCallerSpan(request), async (span) => {
    try {
      await run();
    } finally {
      span.setAttribute('http.response.status_code', response.statusCode);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  });
}

/** Whether an OpenTelemetry SDK is installed; without one, the span of a request is skipped. */
function isTracing(): boolean {
  const provider = trace.getTracerProvider() as { getDelegate?: () => object };
  return provider.getDelegate?.().constructor.name !== 'NoopTracerProvider';
}

/** The parent span: the active one, such as of an instrumented HTTP server, or that of the request. */
function readCallerSpan({ headers }: IncomingMessage): Context {
  const active = context.active();
  return trace.getSpan(active) ? active : propagation.extract(ROOT_CONTEXT, headers);
}

/** Binds a callback to the span of a request, for events outside it. */
export const bindToSpan = (run: () => void): (() => void) => context.bind(context.active(), run);

/** Fields of log lines with the ids of the active span. */
export function activeSpanLabels(): object {
  const span = trace.getActiveSpan()?.spanContext();
  if (!span || !isSpanContextValid(span)) return {};
  return { trace_id: span.traceId, span_id: span.spanId };
}
