import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs a query inside a span that has its text, but never its values. */
export async function inQuerySpan<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const span = trace.getTracer('costplane').startSpan('query', {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
  try {
    return await run();
  } catch (error) {
    span.recordException(error as Error);
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Whether an OpenTelemetry SDK is installed; without one, spans record nothing and are skipped. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider() as { getDelegate?: () => object };
  return provider.getDelegate?.().constructor.name !== 'NoopTracerProvider';
}
