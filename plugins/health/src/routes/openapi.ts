import { defineRoute, open, OPENAPI, type OpenApiDocument } from '@costplane/plugin-api';

const discovery = open('clients read the contract before they have a key');

const loadedPluginsDescription =
  'Generated from the loaded plugins: it describes exactly what this service serves.';

const written = new WeakMap<OpenApiDocument, Map<string, Buffer>>();

/**
 * The serialized document, cached as bytes, which slow clients share. The YAML library is loaded on first use.
 */
async function writeDocument(document: OpenApiDocument, format: 'json' | 'yaml'): Promise<Buffer> {
  const texts = written.get(document) ?? new Map<string, Buffer>();
  written.set(document, texts);
  const known = texts.get(format);
  if (known !== undefined) return known;
  const text =
    format === 'json'
      ? JSON.stringify(document)
      : (await import('yaml')).stringify(document, { aliasDuplicateObjects: false });
  const bytes = Buffer.from(text);
  texts.set(format, bytes);
  return bytes;
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
