import {
  type OpenApiDocument,
  type Parameter,
  type Route,
  standardEnvelope,
} from '@costplane/plugin-api';
import { isOpen, StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { describeThrown } from '../errors/describe-thrown.ts';
import { chooseMetaParts } from '../http/meta-parts.ts';
import { moneySchema, referenceSchema } from '@costplane/plugin-api/schema';
import { standardQuery } from '../parameters/standard-parameters.ts';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { collectScopes } from '../loader/check-plugins.ts';
import { Components, jsonContent, type JsonSchema } from './components.ts';
import { errorResponses } from './error-responses.ts';
import { headerComponents, ownHeaders, rateHeaders, referToHeaders } from './response-headers.ts';

/**
 * Assembles the OpenAPI 3.1.0 document of the loaded plugins from the objects that validate requests and
 * serialize responses. Problems, such as two schemas with the same title, are thrown as one
 * `StartupError`.
 */
export function assembleOpenApi(
  loaded: readonly LoadedPlugin[],
  publicUrl: string,
): OpenApiDocument {
  const components = new Components();
  // Used with other descriptions in many places; the components keep their own.
  for (const schema of [moneySchema, referenceSchema]) components.reference(schema);
  const paths: Record<string, Record<string, unknown>> = {};
  const problems: StartupProblem[] = [];
  for (const { routes, manifest } of loaded) {
    for (const route of routes) {
      if (route.undocumented !== undefined) continue;
      try {
        (paths[route.path] ??= {})[route.method] = operation(route, components);
      } catch (error) {
        const what = `its route ${route.operationId} cannot be documented: ${describeThrown(error)}`;
        problems.push({ where: `plugin ${manifest.name}`, what, cause: error });
      }
    }
  }
  if (problems.length > 0) throw new StartupError(problems);
  const { schemas, responses } = components;
  const text = JSON.stringify([paths, schemas, responses]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Costplane',
      version: 'v1',
      summary: 'What Kubernetes clusters cost and how well they are utilized.',
      description:
        'Read-only. Every request needs an API key, except health and discovery. Branch on ' +
        '`error.code`.',
      contact: { name: 'The operator of this Costplane', url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: describeTags(loaded),
    security: [{ apiKey: [] }],
    paths,
    components: {
      schemas: keepReferenced('schemas', schemas, text),
      responses,
      headers: keepReferenced('headers', headerComponents, text),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'cpk_ and 40 characters',
          description: scopesText(loaded),
        },
        ...(loaded.some(({ routes }) => routes.some(({ acceptsBasic }) => acceptsBasic))
          ? { basic: { type: 'http', scheme: 'basic', description: basicText } }
          : {}),
      },
    },
  };
}

/** Leaves out components that no loaded route uses. */
const keepReferenced = (section: string, byName: Readonly<Record<string, object>>, text: string) =>
  Object.fromEntries(
    Object.entries(byName).filter(([name]) => text.includes(`"#/components/${section}/${name}"`)),
  );

function describeTags(loaded: readonly LoadedPlugin[]) {
  const described = new Map(loaded.flatMap(({ plugin }) => Object.entries(plugin.tags ?? {})));
  const documented = loaded.flatMap(({ routes }) => routes.filter((route) => !route.undocumented));
  // Routes with a key come first; health and discovery come last.
  const ordered = documented.toSorted((one, other) => Number(isOpen(one)) - Number(isOpen(other)));
  const used = new Set(ordered.map(({ tag }) => tag));
  return [...used].map((name) => {
    const description = described.get(name);
    return description === undefined ? { name } : { name, description };
  });
}

const basicText = 'The password is an API key; the user is any.';

function scopesText(loaded: readonly LoadedPlugin[]): string {
  const scopes = Object.entries(collectScopes(loaded)).sort();
  if (scopes.length === 0) return 'An API key of the organization.';
  const lines = scopes.map(([scope, covers]) => `- \`${scope}\`: ${covers}`);
  return ['An API key of the organization. Scopes:', ...lines].join('\n');
}

function operation(route: Route, components: Components): JsonSchema {
  const needsNoKey = isOpen(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: describeOperation(route),
    ...(typeof route.scope === 'string' ? { 'x-required-scope': route.scope } : {}),
    parameters: describeParameters(route),
    ...(route.body && {
      requestBody: { required: true, content: jsonContent(components.reference(route.body)) },
    }),
    responses: {
      200: successResponse(route, components, needsNoKey),
      ...(route.cacheable ? { 304: unchanged } : {}),
      ...Object.fromEntries(
        Object.entries(route.otherResponses ?? {}).map(([status, { description, schema }]) => [
          status,
          { description, content: jsonContent(components.reference(schema)) },
        ]),
      ),
      ...errorResponses(route, components),
    },
    security: needsNoKey ? [] : [{ apiKey: [] }, ...(route.acceptsBasic ? [{ basic: [] }] : [])],
  };
}

function describeOperation({ description, scope }: Route): string {
  const needed =
    typeof scope === 'string' ? `the scope \`${scope}\`` : `${scope.needs}: ${scope.reason}`;
  const access = `Needs ${needed}.`;
  return description === undefined ? access : `${description}\n\n${access}`;
}

function describeParameters(route: Route): JsonSchema[] {
  const describe =
    (place: 'path' | 'query') =>
    ([name, parameter]: [string, Parameter]): JsonSchema => ({
      name,
      in: place,
      required: parameter.required,
      description: parameter.description,
      schema: {
        ...parameter.schema,
        ...(parameter.default === undefined ? {} : { default: parameter.default }),
      },
      ...(parameter.encoding === 'csv' ? { style: 'form', explode: false } : {}),
    });
  return [
    ...Object.entries(route.params ?? {}).map(describe('path')),
    ...Object.entries({ ...(route.query ?? {}), ...standardQuery(route) }).map(describe('query')),
  ];
}

function successResponse(route: Route, components: Components, needsNoKey: boolean): JsonSchema {
  return {
    description: describeSuccess(route),
    headers: {
      ...referToHeaders('X-Request-ID'),
      ...ownHeaders(route.stream?.headers),
      ...(needsNoKey ? {} : rateHeaders),
      ...(route.cacheable ? referToHeaders('ETag') : {}),
    },
    content: successContent(route, components),
  };
}

const unchanged: JsonSchema = {
  description: 'Not modified: `If-None-Match` has the current `ETag`. Without a body.',
  headers: { ...referToHeaders('X-Request-ID', 'ETag'), ...rateHeaders },
};

/** OpenAPI can describe trailers only in text. */
function describeSuccess({ stream }: Route): string {
  if (!stream) return 'Success.';
  if (!stream.trailers) return 'The file, streamed.';
  const trailers = Object.entries(stream.trailers).map(([name, text]) => `- \`${name}\`: ${text}`);
  return ['The file, streamed. Trailers after the last byte:', ...trailers].join('\n');
}

function successContent(route: Route, components: Components): JsonSchema {
  if (route.stream) {
    return Object.fromEntries(
      route.stream.contentTypes.map((type) => [type, { schema: { type: 'string' } }]),
    );
  }
  if (route.produces !== undefined) {
    const type = route.produces === 'application/json' ? 'object' : 'string';
    return { [route.produces]: { schema: { type } } };
  }
  const envelope = route.envelope ?? standardEnvelope;
  const schema = envelope.schema(route.response ?? {}, chooseMetaParts(route));
  return jsonContent(components.reference(schema));
}
