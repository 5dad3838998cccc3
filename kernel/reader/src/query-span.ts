import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs a query inside a span that holds its text, never its values. */
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

/** Without an SDK the API hands out spans that record nothing: skip the work around them. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider() as { getDelegate?: () => object };
  return provider.getDelegate?.().constructor.name !== 'NoopTracerProvider';
}
