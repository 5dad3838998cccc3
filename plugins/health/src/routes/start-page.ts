import { defineRoute, open } from '@costplane/plugin-api';
import { type Static } from 'typebox';
import { type healthConfig } from '../config.ts';

const links = (paths: readonly string[]) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Costplane</title>
  </head>
  <body>
    <h1>Costplane</h1>
    <ul>
      ${paths.map((path) => `<li><a href="${path}">/${path}</a></li>`).join('\n      ')}
    </ul>
  </body>
</html>
`;

/** `/` without the console plugin: redirects to the explorer, or else lists what is served. */
export const startPage = ({ openapi, docs }: Static<typeof healthConfig>) =>
  defineRoute({
    operationId: 'getStartPage',
    method: 'get',
    path: '/',
    overridable: true,
    tag: 'Discovery',
    summary: 'Get the start page',
    undocumented: 'a page for people',
    scope: open('it links to pages that need no key'),
    produces: 'text/html',
    // Relative, so that it works behind a path prefix.
    handler: () => ({
      contentType: 'text/html; charset=utf-8',
      body: links(['health', 'health/ready', ...(openapi ? ['v1/openapi.json'] : [])]),
      ...(docs ? { status: 302, headers: { Location: 'v1/docs' } } : {}),
    }),
  });
