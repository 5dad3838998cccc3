import { type IncomingMessage, type ServerResponse } from 'node:http';
import express from 'express';
import { ApiError } from '@costplane/plugin-api';
import { type Exchange } from '../exchange.ts';

const maxBodyBytes = 1024 * 1024;
const parseJson = express.json({
  limit: maxBodyBytes,
  strict: true,
  // An empty body would be parsed as an empty object.
  verify: (_request, _response, body) => {
    if (body.length === 0) throw new Error('there is no body');
  },
}) as (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Step 6, first part: the JSON body of a route that has one (decision 3). */
export async function readBody({ request, response, route }: Exchange): Promise<void> {
  if (!route.checkBody) return;
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw malformed(415, 'Send the body as Content-Type: application/json.');
  }
  const failure = await new Promise<unknown>((resolve) => parseJson(request, response, resolve));
  if (failure !== undefined) {
    const { status } = failure as { status?: number };
    if (status === 413) throw malformed(413, 'The body is over 1 MiB.');
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
