import { defineRoute, open } from '@costplane/plugin-api';
import { readBuilt } from '../built-page.ts';

const page = open('the page asks for a key before it sends requests');
const undocumented = 'a page for people';

/** The page loads everything from this service, has no inline scripts or styles, and cannot be framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

const leadTo = (path: '/' | '/console', operationId: string) =>
  defineRoute({
    operationId,
    method: 'get',
    path,
    tag: 'Console',
    summary: 'Redirect to the console',
    undocumented,
    scope: page,
    produces: 'text/plain',
    handler: () => ({
      contentType: 'text/plain; charset=utf-8',
      body: '',
      status: 302,
      headers: { Location: 'console/' },
    }),
  });

const getConsole = defineRoute({
  operationId: 'getConsole',
  method: 'get',
  path: '/console/',
  tag: 'Console',
  summary: 'Get the console',
  undocumented,
  scope: page,
  produces: 'text/html',
  handler: async () => ({
    ...(await readBuilt('index.html')),
    headers: { 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' },
  }),
});

export const pageRoutes = [
  leadTo('/', 'leadToConsole'),
  leadTo('/console', 'leadToConsolePage'),
  getConsole,
];
