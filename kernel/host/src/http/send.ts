import { type ServerResponse } from 'node:http';
import { requireReading } from './unsent-bodies.ts';

/**
 * Sends a complete body; Node.js omits it for a HEAD request. JSON is specific to one key and instant, so it
 * is `no-store` by default (decision 55).
 */
export function send(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  const length = Buffer.byteLength(body);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const isJson = contentType === 'application/json';
  if (isJson && !response.hasHeader('Cache-Control')) {
    response.setHeader('Cache-Control', 'no-store');
  }
  response.setHeader('Content-Type', isJson ? 'application/json; charset=utf-8' : contentType);
  response.setHeader('Content-Length', length);
  response.statusCode = status;
  requireReading(response, length);
  response.end(body);
}
