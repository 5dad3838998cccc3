import { defineRoute, open, OPENAPI, type OpenApiDocument } from '@costplane/plugin-api';
import { stringify } from 'yaml';

const discovery = open('a client reads the contract before it has a key');

const ofLoadedPlugins =
  'Made from the plugins that this service has loaded: it lists what is served, and no more.';

const written = new WeakMap<OpenApiDocument, Map<string, string>>();

/** The document as text, written once. */
function textOf(document: OpenApiDocument, format: 'json' | 'yaml'): string {
  const texts = written.get(document) ?? new Map<string, string>();
  written.set(document, texts);
  const known = texts.get(format);
  if (known !== undefined) return known;
  const text =
    format === 'json'
      ? JSON.stringify(document)
      : stringify(document, { aliasDuplicateObjects: false });
  texts.set(format, text);
  return text;
}

const getOpenapiJson = defineRoute({
  operationId: 'getOpenapiJson',
  method: 'get',
  path: '/v1/openapi.json',
  tag: 'Discovery',
  summary: 'The OpenAPI 3.1 document of this service, as JSON',
  description: ofLoadedPlugins,
  scope: discovery,
  produces: 'application/json',
  uses: { openapi: OPENAPI },
  handler: (_, { openapi }) => ({
    contentType: 'application/json',
    body: textOf(openapi.document(), 'json'),
  }),
});

const getOpenapiYaml = defineRoute({
  operationId: 'getOpenapiYaml',
  method: 'get',
  path: '/v1/openapi.yaml',
  tag: 'Discovery',
  summary: 'The OpenAPI 3.1 document of this service, as YAML',
  description: ofLoadedPlugins,
  scope: discovery,
  produces: 'application/yaml',
  uses: { openapi: OPENAPI },
  handler: (_, { openapi }) => ({
    contentType: 'application/yaml; charset=utf-8',
    body: textOf(openapi.document(), 'yaml'),
  }),
});

export const openapiRoutes = [getOpenapiJson, getOpenapiYaml];
