import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Deadline, DeadlineExceeded } from '../deadlines.ts';
import { type Exchange, labelsOf } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';
import { destroyQuietly, isStreamedFile, type StreamedFile } from '../streamed-file.ts';
import { createYoungGarbage } from '../young-garbage.ts';

/** A client that takes nothing for so long is given up: it holds a connection to the database. */
const stalledAfterMs = 60_000;
/** A file that gives nothing for so long is broken off. */
const silentForSeconds = 120;
/** What a client must take in that time. */
const sliceBytes = 64 * 1024;

/**
 * Step 9 of a streaming route: the file as it is made, at the pace of the client, then its trailers.
 * A file that cannot be made whole never looks whole (decision 41): a client that reads trailers is
 * told by them, and the connection to any other is broken off.
 */
export async function streamFile(
  exchange: Exchange,
  file: unknown,
  { log, deadlines, metrics }: PipelineServices,
): Promise<void> {
  if (!isStreamedFile(file)) throw new TypeError('the answer of a streaming route is no file');
  const { request, response, route } = exchange;
  response.once('close', () => {
    destroyQuietly(file.body);
  });
  sendHead(response, file);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  if (takesChunks(request)) {
    response.setHeader('Trailer', Object.keys(route.definition.stream?.trailers ?? {}).join(', '));
  }
  try {
    const trailers = await deadlines.within(
      silentForSeconds,
      async (deadline) => {
        await sendBody(response, file, deadline);
        return await file.trailers();
      },
      () => undefined,
    );
    response.addTrailers(trailers);
    response.end();
  } catch (failure) {
    if (response.destroyed) return;
    if (failure instanceof DeadlineExceeded) {
      metrics.deadlineExceeded(route.definition.operationId);
    }
    log.error({ ...labelsOf(exchange), err: failure }, 'a file was broken off');
    breakOff(request, response, file);
  }
}

function sendHead(response: ServerResponse, file: StreamedFile): void {
  for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Cache-Control', 'no-store');
  response.statusCode = 200;
}

async function sendBody(
  response: ServerResponse,
  { body }: StreamedFile,
  deadline: Deadline,
): Promise<void> {
  const garbage = createYoungGarbage();
  for await (const part of body as AsyncIterable<Buffer | string>) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      if (!response.write(chunk.subarray(start, start + sliceBytes))) await drained(response);
    }
    garbage.left(chunk.length);
    deadline.extend(silentForSeconds);
  }
}

async function drained(response: ServerResponse): Promise<void> {
  const patience = AbortSignal.timeout(stalledAfterMs);
  const gone = new AbortController();
  const onClose = () => {
    gone.abort();
  };
  response.once('close', onClose);
  try {
    await once(response, 'drain', { signal: AbortSignal.any([patience, gone.signal]) });
  } catch (error) {
    if (patience.aborted) response.destroy();
    throw error;
  } finally {
    response.off('close', onClose);
  }
}

function breakOff(
  request: IncomingMessage,
  response: ServerResponse,
  { brokenEnd = '', failedTrailers }: StreamedFile,
): void {
  if (!takesChunks(request)) {
    // The end of the connection is the end of the body, unless it is an error.
    response.write(brokenEnd, () => response.socket?.resetAndDestroy());
    return;
  }
  if (!readsTrailers(request)) {
    response.destroy();
    return;
  }
  response.write(brokenEnd);
  response.addTrailers(failedTrailers);
  response.end();
}

/** HTTP/1.0 knows neither chunks nor trailers. */
const takesChunks = ({ httpVersion }: IncomingMessage) => httpVersion !== '1.0';

/** Whether the client says that it reads trailers (RFC 9110, section 10.1.4). */
function readsTrailers({ headers }: IncomingMessage): boolean {
  return String(headers.te ?? '')
    .split(',')
    .some((coding) => /^\s*trailers\s*(;|$)/i.test(coding));
}
