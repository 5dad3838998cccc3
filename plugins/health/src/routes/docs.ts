import {
  ApiError,
  defineRoute,
  open,
  optional,
  PRODUCT,
  textParameter,
} from '@costplane/plugin-api';
import { docsPolicy } from '../docs/docs-policy.ts';
import { docsPage } from '../docs/docs-page.ts';
import { explorerStyles, initializerScript } from '../docs/explorer-assets.ts';
import { openSwaggerUi, swaggerAssets } from '../docs/swagger-assets.ts';

const explorer = open('the page asks for a key before it sends requests');

const getDocs = (documentOrigins: readonly string[]) =>
  defineRoute({
    operationId: 'getDocs',
    method: 'get',
    path: '/v1/docs',
    tag: 'Discovery',
    summary: 'Get the interactive API explorer',
    description:
      'A page that shows the document at `/v1/openapi.json`, or the document at `url`, and sends ' +
      'requests to the servers in it. For a document from another origin, the page shows a ' +
      'warning and no form for a key, unless the option `documentOrigins` names that origin.',
    scope: explorer,
    produces: 'text/html',
    query: {
      url: optional(
        textParameter('URL of another OpenAPI document to show.', { maxLength: 2_000 }),
      ),
    },
    uses: { product: PRODUCT },
    handler({ query: { url } }, { product: { publicUrl } }) {
      const otherOrigin = webAddress(url)?.origin;
      const known = [undefined, new URL(publicUrl).origin, ...documentOrigins];
      return {
        contentType: 'text/html; charset=utf-8',
        body: docsPage(known.includes(otherOrigin) ? undefined : otherOrigin),
        headers: { 'Content-Security-Policy': docsPolicy(publicUrl, otherOrigin) },
      };
    },
  });

/** A host without characters that have a meaning in a Content-Security-Policy. */
const plainHost = /^([A-Za-z0-9.-]+|\[[0-9a-f:.]+\])(:\d+)?$/;

/** A URL that a browser may fetch: absolute `http(s)`, or a path of this service. */
function webAddress(url: string | undefined): URL | undefined {
  if (url === undefined) return undefined;
  const base = 'http://self.invalid';
  const address = URL.canParse(url, base) ? new URL(url, base) : undefined;
  if (address && /^https?:$/.test(address.protocol) && plainHost.test(address.host)) {
    return address.origin === base ? undefined : address;
  }
  throw new ApiError('BAD_REQUEST', [
    { field: 'url', reason: 'invalid_value', message: 'must be an http or https URL' },
  ]);
}

const assetRoute = (name: string, contentType: string, read: () => Promise<string | Buffer>) =>
  defineRoute({
    operationId: `getDocsAsset_${name}`,
    method: 'get',
    path: `/v1/docs/${name}`,
    tag: 'Discovery',
    summary: 'Get an asset of the explorer page',
    undocumented: 'part of the page at /v1/docs',
    scope: explorer,
    produces: contentType,
    handler: async () => ({
      contentType,
      body: await read(),
      headers: { 'Cache-Control': 'public, max-age=3600' },
    }),
  });

/** The routes of the explorer. Requires the package of Swagger UI. */
export function docsRoutes(documentOrigins: readonly string[]) {
  const readAsset = openSwaggerUi();
  return [
    // Normalized as browsers do: in lower case, and without the default port.
    getDocs(documentOrigins.map((origin) => new URL(origin).origin)),
    assetRoute('explorer.css', 'text/css; charset=utf-8', () => Promise.resolve(explorerStyles)),
    assetRoute('initializer.js', 'text/javascript; charset=utf-8', () =>
      Promise.resolve(initializerScript),
    ),
    ...Object.entries(swaggerAssets).map(([name, contentType]) =>
      assetRoute(name, contentType, () => readAsset(name)),
    ),
  ];
}
