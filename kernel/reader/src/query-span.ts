import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs a query inside a span that has its text, but never its values. */
export async function inQuerySpan<T>(text: string, run: () => Promise<T>): Promise<T> {
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
