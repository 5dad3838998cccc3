import { type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseFailure } from '@costplane/reader';
import { settleWithin } from '../../errors/settle-within.ts';
import { type BrokenExport } from '../../telemetry/metrics.ts';
import { type Deadline, DeadlineExceeded, withDeadline } from '../deadlines.ts';
import { toDeclaredError } from '../declared-error.ts';
import { destroyAfter } from '../destroy-after.ts';
import { type Exchange, describeExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';
import { type StreamedFile } from '@costplane/plugin-api';

export type StreamLimits = PipelineServices['streamLimits'];

/** Bytes that a client must read to count as not stalled. */
const sliceBytes = 64 * 1024;

/**
 * Step 10 of a streaming route: sends the file as it is produced, at the pace of the client, then its
 * trailers. An incomplete file never looks complete (decision 41): trailers say so to clients that read them,
 * and the connection to all others is aborted.
 */
export async function streamFile(
  exchange: Exchange,
  file: unknown,
  services: Pick<PipelineServices, 'log' | 'metrics' | 'streamLimits'>,
): Promise<void> {
  if (!isFile(file)) throw new TypeError('the result of a streaming route is not a file');
  const { request, response, route } = exchange;
  const { log, metrics, streamLimits: limits } = services;
  if (isGone(response)) {
    destroyQuietly(file.body);
    return;
  }
  response.once('close', () => destroyQuietly(file.body));
  sendHead(response, file);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const trailerNames = Object.keys(route.definition.stream?.trailers ?? {});
  if (takesChunks(request) && trailerNames.length > 0) {
    response.setHeader('Trailer', trailerNames.join(', '));
  }
  try {
    const trailers = await withDeadline(
      limits.silentForSeconds,
      async (deadline) => {
        await sendBody(response, file, deadline, limits);
        return (await file.trailers?.()) ?? {};
      },
      () => undefined,
    );
    response.addTrailers(trailers);
    response.end();
    // The end of a file has the same time limit as any chunk.
    destroyAfter(limits.stalledAfterMs, response);
  } catch (failure) {
    destroyQuietly(file.body);
    if (failure instanceof SlowClient) {
      metrics.exportBroken('client_too_slow');
      log.warn(describeExchange(exchange), 'a file was aborted: its client reads too slowly');
    }
    if (isGone(response)) return;
    if (failure instanceof DeadlineExceeded) {
      metrics.deadlineExceeded(route.definition.operationId);
    }
    metrics.exportBroken(classifyFailure(failure));
    exchange.brokenOffAs = toDeclaredError(failure, route).status;
    log.error({ ...describeExchange(exchange), err: failure }, 'a file was aborted');
    breakOff(request, response, file);
    destroyAfter(limits.stalledAfterMs, response);
  }
}

export const isFile = (answer: unknown): answer is StreamedFile =>
  typeof (answer as Partial<StreamedFile> | null)?.body?.destroy === 'function';

/** Destroys a stream that nobody reads, ignoring its errors. */
export function destroyQuietly(body: StreamedFile['body']): void {
  body.on('error', () => undefined);
  body.destroy();
}

function classifyFailure(failure: unknown): BrokenExport {
  if (failure instanceof DeadlineExceeded) return 'deadline';
  return failure instanceof DatabaseFailure ? 'ledger_failed' : 'failed';
}

/** Must be called after each wait. */
const isGone = (response: ServerResponse) => response.destroyed;

function sendHead(response: ServerResponse, file: StreamedFile): void {
  for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.statusCode = 200;
}

/** Only waiting for the next chunk counts as silence of the file; slow clients have their own limit. */
async function sendBody(
  response: ServerResponse,
  { body }: StreamedFile,
  deadline: Deadline,
  limits: StreamLimits,
): Promise<void> {
  let sentBytes = 0;
  let waitedMs = 0;
  for await (const part of body as AsyncIterable<Buffer | string>) {
    deadline.extend(limits.silentForSeconds);
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      if (deadline.hasPassed) throw new Error('the file was aborted');
      const slice = chunk.subarray(start, start + sliceBytes);
      if (!response.write(slice)) {
        waitedMs += await drained(response, patienceMs(sentBytes, waitedMs, limits));
      }
      sentBytes += slice.length;
      deadline.extend(limits.silentForSeconds);
    }
  }
}

/** Time that the client has left; only the time that the file waited for it counts. */
function patienceMs(
  sentBytes: number,
  waitedMs: number,
  { stalledAfterMs, minBytesPerSecond, graceMs }: StreamLimits,
): number {
  const atLowestRateMs =
    minBytesPerSecond === 0 ? Infinity : (sentBytes / minBytesPerSecond) * 1000;
  const allowedMs = Math.max(graceMs, atLowestRateMs);
  return Math.max(1, Math.min(stalledAfterMs, allowedMs - waitedMs));
}

/** Waits until the client has read what was written; returns how long that took. */
async function drained(response: ServerResponse, withinMs: number): Promise<number> {
  const startedAtMs = performance.now();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const proceed = () => resolve(undefined);
  response.once('drain', proceed).once('close', proceed);
  await settleWithin(withinMs, promise, () => {
    response.destroy();
    throw new SlowClient();
  }).finally(() => response.off('drain', proceed).off('close', proceed));
  if (isGone(response)) throw new Error('the client disconnected');
  return performance.now() - startedAtMs;
}

class SlowClient extends Error {}

function breakOff(
  request: IncomingMessage,
  response: ServerResponse,
  { brokenEnd = '', failedTrailers }: StreamedFile,
): void {
  if (!takesChunks(request)) {
    // Closing the connection ends the body, unless it is reset.
    response.write(brokenEnd, () => response.socket?.resetAndDestroy());
    return;
  }
  if (!failedTrailers || !readsTrailers(request)) {
    response.destroy();
    return;
  }
  response.write(brokenEnd);
  response.addTrailers(failedTrailers);
  response.end();
}

/** HTTP/1.0 has neither chunks nor trailers. */
const takesChunks = ({ httpVersion }: IncomingMessage) => httpVersion !== '1.0';

/** Whether the client accepts trailers (RFC 9110, section 10.1.4). */
function readsTrailers({ headers }: IncomingMessage): boolean {
  return String(headers.te ?? '')
    .split(',')
    .some((coding) => /^\s*trailers\s*(;|$)/i.test(coding));
}
