import { type JsonSchema } from './components.ts';

const header = (type: 'integer' | 'string', description: string): JsonSchema => ({
  description,
  schema: { type },
});

/** Headers of many responses. */
export const headerComponents = {
  'X-Request-ID': header('string', 'Id of the request, as in `meta.request_id`.'),
  'X-RateLimit-Limit': header('integer', 'Requests allowed per minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the window.'),
  'X-RateLimit-Reset': header(
    'integer',
    'Unix time in seconds at which the oldest request leaves the window.',
  ),
  ETag: header(
    'string',
    'Identifies the response. Send it as `If-None-Match`: if nothing has changed, the status is 304.',
  ),
  'Retry-After': header('integer', 'Seconds to wait before the next attempt.'),
};

export const referToHeaders = (...names: readonly string[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const rateHeaders = referToHeaders(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
);

/** A file's own headers, each with its meaning. */
export const ownHeaders = (meanings: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(meanings).map(([name, meaning]) => [name, header('string', meaning)]),
  );
