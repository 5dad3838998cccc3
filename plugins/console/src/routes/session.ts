import { defineRoute, KEY_STORE, open, OPENAPI } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { listOperations } from '../operations.ts';

const body = Type.Object(
  { key: Type.String({ maxLength: 100, description: 'An API key.' }) },
  { additionalProperties: false },
);
/** Not the API's JSON: the page and its service are one, and change together. */
const mediaType = 'application/vnd.costplane.session+json';

/**
 * What a key may do and what is served, so that the console shows what it can and says what it cannot.
 * Whoever has the key learns no more than by trying.
 */
export const sessionRoute = defineRoute({
  operationId: 'openConsoleSession',
  method: 'post',
  path: '/console/session',
  tag: 'Console',
  summary: 'Describe a key and what is served',
  undocumented: 'part of the console',
  scope: open('the key is in the body'),
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
