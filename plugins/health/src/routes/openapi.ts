import { defineRoute, open, OPENAPI, type OpenApiDocument } from '@costplane/plugin-api';

const discovery = open('clients read the contract before they have a key');

const loadedPluginsDescription =
  'Generated from the loaded plugins: it describes exactly what this service serves.';

type Format = 'json' | 'yaml';

const written = new WeakMap<OpenApiDocument, Map<Format, Promise<Buffer>>>();

/** The serialized document, cached as bytes, which slow clients share. Concurrent requests share the work. */
function writeDocument(document: OpenApiDocument, format: Format): Promise<Buffer> {
  const texts = written.get(document) ?? new Map<Format, Promise<Buffer>>();
  written.set(document, texts);
  let text = texts.get(format);
  if (!text) {
    texts.set(format, (text = serialize(document, format)));
    text.catch(() => texts.delete(format));
  }
  return text;
}

/** The YAML library is loaded on first use. */
async function serialize(document: OpenApiDocument, format: Format): Promise<Buffer> {
  if (format === 'json') return Buffer.from(JSON.stringify(document));
  const { stringify } = await import('yaml');
  return Buffer.from(stringify(document, { aliasDuplicateObjects: false }));
}

const getOpenapiJson = defineRoute({
  operationId: 'getOpenapiJson',
  method: 'get',
  path: '/v1/openapi.json',
  tag: 'Discovery',
  summary: 'Get the OpenAPI 3.1 document as JSON',
  description: loadedPluginsDescription,
  scope: discovery,
  produces: 'application/json',
  uses: { openapi: OPENAPI },
  handler: async (_, { openapi }) => ({
    contentType: 'application/json',
    body: await writeDocument(await openapi.document(), 'json'),
  }),
});

const getOpenapiYaml = defineRoute({
  operationId: 'getOpenapiYaml',
  method: 'get',
  path: '/v1/openapi.yaml',
  tag: 'Discovery',
  summary: 'Get the OpenAPI 3.1 document as YAML',
  description: loadedPluginsDescription,
  scope: discovery,
  produces: 'application/yaml',
  uses: { openapi: OPENAPI },
  handler: async (_, { openapi }) => ({
    contentType: 'application/yaml; charset=utf-8',
    body: await writeDocument(await openapi.document(), 'yaml'),
  }),
});

export const openapiRoutes = [getOpenapiJson, getOpenapiYaml];
