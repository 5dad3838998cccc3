import { type IncomingMessage } from 'node:http';
import express from 'express';
import { ApiError } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { settleWithin } from '../../errors/settle-within.ts';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const deadlineMs = 30_000;
/** Objects, arrays and keys of a body, since parsing many takes long. */
const maxParts = 10_000;

const createParser = (limit: number) =>
  express.json({
    limit,
    verify: (_request, _response, body, encoding) => {
      // An empty body would be parsed as an empty object.
      if (body.length === 0) throw new Error('there is no body');
      if (encoding !== 'utf-8') throw malformed(415, otherEncoding);
      if (hasManyParts(body)) throw malformed(400, 'The body has too many keys.');
    },
  });

/** Step 6, first part: the JSON body of a route that has one (decision 3). */
export async function readBody(
  { request, response, route: { checkBody, definition }, principal }: Exchange,
  { unsentBodies }: Pick<PipelineServices, 'unsentBodies'>,
): Promise<void> {
  if (!checkBody) return;
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw malformed(415, 'Send the body as Content-Type: application/json.');
  }
  const limit = definition.maxBodyBytes ?? (isOpen(definition) ? 2 ** 14 : 2 ** 16);
  const release = unsentBodies.hold(largestSize(request, limit), principal?.organization.id);
  const parsing = new Promise((resolve) => createParser(limit)(request, response, resolve));
  const failure = await settleWithin(deadlineMs, parsing, () => {
    // The memory of the body is only released with the connection.
    response.setHeader('Connection', 'close');
    return malformed(408, 'The request took too long.');
  }).finally(release);
  if (failure !== undefined) throw explain(failure, limit);
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed(400, 'The body is not a JSON object.');
  }
}

/** Memory that a body may take while it is received. */
function largestSize({ headers }: IncomingMessage, limit: number): number {
  const { 'content-length': length = limit, 'content-encoding': encoding } = headers;
  return encoding === undefined ? Math.min(Number(length), limit) : limit;
}

const [quote, backslash, ...counted] = Buffer.from('"\\:[{');

function hasManyParts(body: Buffer): boolean {
  let count = 0;
  let isText = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (byte === quote) isText = !isText;
    else if (isText) index += byte === backslash ? 1 : 0;
    else if (counted.includes(byte) && (count += 1) > maxParts) return true;
  }
  return false;
}

const otherEncoding = 'Send the body as UTF-8, uncompressed or as gzip, deflate, br or zstd.';

function explain(failure: unknown, limit: number): ApiError {
  if (failure instanceof ApiError) return failure;
  const { status } = failure as { status?: number };
  if (status === 413) return malformed(413, `The body is over ${limit / 1024} KiB.`);
  return status === 415 ? malformed(415, otherEncoding) : malformed(400, 'The body is not JSON.');
}

const malformed = (status: number, message: string) =>
  new ApiError('BAD_REQUEST', [{ reason: 'invalid_value' }], { status, message });
