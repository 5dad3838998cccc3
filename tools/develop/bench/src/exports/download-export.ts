import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Span } from '../ledger/fill.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'parquet';

/** A file of all columns, of workloads unless it is said otherwise. */
export interface ExportTarget {
  readonly url: string;
  readonly key: string;
  readonly format: ExportFormat;
  readonly span: Span;
  readonly grain?: 'workload' | 'namespace';
}

/** A file that was written. */
export interface Download {
  readonly rows: number;
  /** From the request to the last byte in the file. */
  readonly seconds: number;
}

/**
 * Asks for an export and writes it to a file.
 *
 * @throws {Error} unless the service says that the file is complete
 */
export async function downloadExport(target: ExportTarget, file: string): Promise<Download> {
  const { response, startedAt } = await openExport(target);
  await pipeline(response, createWriteStream(file));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { 'x-export-status': status, 'x-export-row-count': rows } = response.trailers;
  if (status !== 'complete') throw new Error(`the export ended as "${status}"`);
  return { rows: Number(rows), seconds };
}

/**
 * Answers with an export that has begun, and when it was asked for. A key may ask six times a
 * minute: what is refused for that is asked for again, and its time begins anew.
 */
export async function openExport(target: ExportTarget): Promise<{
  readonly response: IncomingMessage;
  readonly startedAt: number;
}> {
  const { url, key, format, span, grain = 'workload' } = target;
  const query = `from=${span.from}&to=${span.to}&format=${format}&grain=${grain}`;
  for (;;) {
    const startedAt = performance.now();
    const request = get(`${url}/v1/exports/focus?${query}`, {
      headers: { Authorization: `Bearer ${key}`, TE: 'trailers', Connection: 'close, TE' },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode === 200) return { response, startedAt };
    response.resume();
    if (response.statusCode !== 429) throw new Error(`export answered ${response.statusCode}`);
    await sleep(Number(response.headers['retry-after'] ?? 1) * 1_000);
  }
}
