import { defineRoute, KEY_STORE, open, OPENAPI } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { listOperations } from '../operations.ts';

const body = Type.Object(
  { key: Type.String({ maxLength: 100, description: 'An API key.' }) },
  { additionalProperties: false },
);
/** An internal format, not the API's JSON: the page and the service are released together. */
const mediaType = 'application/vnd.costplane.session+json';

/**
 * Returns the scopes of a key and the operations that are served, so that the console can show only
 * what the key may read. The holder of a key could find out the same by sending requests.
 */
export const sessionRoute = defineRoute({
  operationId: 'openConsoleSession',
  method: 'post',
  path: '/console/session',
  tag: 'Console',
  summary: 'Get the scopes of a key and the served operations',
  undocumented: 'part of the console',
  scope: open('the key is in the request body'),
  body,
  produces: mediaType,
  errors: ['SERVICE_UNAVAILABLE'],
  uses: { keys: KEY_STORE, openapi: OPENAPI },
  async handler({ body: { key } }, { keys, openapi }) {
    const principal = await keys.find(key);
    const session = principal && {
      currency: principal.organization.currency,
      scopes: [...principal.scopes].sort(),
      clusters: principal.allowedClusters,
      requestsPerMinute: principal.requestsPerMinute,
      operations: listOperations(await openapi.document()),
    };
    return {
      contentType: mediaType,
      headers: { 'Cache-Control': 'no-store' },
      status: session ? 200 : 401,
      body: JSON.stringify(session ?? null),
    };
  },
});
