import { type IncomingMessage, type ServerResponse } from 'node:http';
import express from 'express';
import { ApiError } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { type Exchange } from '../exchange.ts';

type Parse = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const createParser = (limit: number) =>
  express.json({
    limit,
    strict: true,
    // An empty body would be parsed as an empty object.
    verify: (_request, _response, body) => {
      if (body.length === 0) throw new Error('there is no body');
    },
  }) as Parse;

const ofKeys = { limit: '1 MiB', parse: createParser(2 ** 20) };
/** No quota limits the requests to routes without a key. */
const ofOpenRoutes = { limit: '16 KiB', parse: createParser(2 ** 14) };

/** Step 6, first part: the JSON body of a route that has one (decision 3). */
export async function readBody({ request, response, route }: Exchange): Promise<void> {
  if (!route.checkBody) return;
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw malformed(415, 'Send the body as Content-Type: application/json.');
  }
  const { limit, parse } = isOpen(route.definition) ? ofOpenRoutes : ofKeys;
  const failure = await new Promise<unknown>((resolve) => parse(request, response, resolve));
  if (failure !== undefined) {
    const { status } = failure as { status?: number };
    if (status === 413) throw malformed(413, `The body is over ${limit}.`);
    if (status === 415) {
      throw malformed(415, 'Send the body as UTF-8, uncompressed or as gzip, deflate, br or zstd.');
    }
    throw malformed(400, 'The body is not JSON.');
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed(400, 'The body is not a JSON object.');
  }
}

const malformed = (status: number, message: string) =>
  new ApiError('BAD_REQUEST', [{ reason: 'invalid_value' }], { status, message });
