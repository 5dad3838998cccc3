import { type Answer, type CallInit, type CostplaneClient } from './create-client.ts';
import { type operations } from './contract.ts';

/** A FOCUS file, while it is made. */
export interface ExportedFile {
  /** Reading it throws an `ExportInterruptedError` where the file does not come to its end. */
  readonly body: ReadableStream<Uint8Array>;
  readonly contentType: string;
  /** As the service suggests it. */
  readonly fileName: string;
  /** A later file with the same id replaces this one. */
  readonly datasetInstanceId: string;
  readonly schemaId: string;
  /** Whether clusters are missing because the key may not read them. */
  readonly isPartial: boolean;
  /** Months, such as `2026-10`, that the file does not include because they are archived. */
  readonly archivedMonths: readonly string[];
}

/** The file is short. If that happens again, a shorter window may help. */
export class ExportInterruptedError extends Error {
  override readonly name = 'ExportInterruptedError';

  constructor(cause: unknown) {
    super('The export was interrupted: discard what was read of the file and export again.', {
      cause,
    });
  }
}

type ExportQuery = operations['exportFocus']['parameters']['query'];

/**
 * Streams a FOCUS file. `fetch` shows no trailers, in Node.js or in browsers, and the service knows
 * that a request did not ask for them: it breaks the connection of a file that it cannot complete.
 * So a body that was read to its end is complete.
 */
export async function exportFocus(
  client: CostplaneClient,
  query: ExportQuery,
  init: Omit<CallInit<'/v1/exports/focus', 'get'>, 'params'> = {},
): Promise<ExportedFile> {
  const get = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<Answer<ReadableStream<Uint8Array>>>;
  const options = { ...init, params: { query }, parseAs: 'stream' };
  const { data, response } = await get('/v1/exports/focus', options);
  const header = (name: string) => response.headers.get(name) ?? '';
  return {
    body: explainInterruption(data, init.signal),
    contentType: header('Content-Type'),
    fileName: /filename="?([^";]+)/.exec(header('Content-Disposition'))?.[1] ?? '',
    datasetInstanceId: header('X-Focus-Dataset-Instance-Id'),
    schemaId: header('X-Focus-Schema-Id'),
    isPartial: header('X-Export-Partial') === 'true',
    archivedMonths: header('X-Export-Archived-Months').split(',').filter(Boolean),
  };
}

function explainInterruption(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(signal?.aborted === true ? cause : new ExportInterruptedError(cause));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
