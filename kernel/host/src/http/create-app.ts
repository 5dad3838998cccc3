import { type IncomingMessage, type ServerResponse } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { ApiError, type ErrorEnvelope } from '@costplane/plugin-api';
import { unknownPath } from '@costplane/plugin-api/internal';
import { toApiError } from '../errors/to-api-error.ts';
import { type Exchange } from './exchange.ts';
import { type MountedRoute } from './mount-route.ts';
import { readRequestId } from './request-id.ts';
import { sendError } from './send-error.ts';
import { type PipelineServices } from './services.ts';
import { serveRoute } from './serve-route.ts';
import { readKey } from './steps/authenticate.ts';

/** Answers are data: nothing may be loaded or framed by them. A page sets a policy of its own. */
const securityHeaders = (hstsSeconds: number): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  hsts: hstsSeconds > 0 && { maxAge: hstsSeconds, includeSubDomains: false },
});
const maxUrlLength = 16 * 1024;

/** The life of a request, in the order in which it meets these steps. */
export function createApp(
  routes: readonly MountedRoute[],
  services: PipelineServices,
  { hstsSeconds }: { readonly hstsSeconds: number },
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(nameRequest);
  app.use(helmet(securityHeaders(hstsSeconds)));
  app.use(refuseMalformedHead);
  for (const methods of byPath(routes)) {
    for (const route of methods) {
      const serve: RequestHandler = (request, response) =>
        serveRoute(createExchange(request, response, route, services), services);
      app[route.definition.method](toExpressPath(route), serve);
    }
    // Each has the names of its parameters as it calls them; all of them are one path.
    app.all(methods.map(toExpressPath), refuseMethod(methods));
  }
  const docs = routes.find(({ definition }) => definition.path === '/v1/docs');
  app.use(() => {
    throw unknownPath(docs?.definition.path);
  });
  app.use(answerUnserved(services));
  return app;
}

const startedAt = Symbol('startedAt');
const ownErrors = Symbol('ownErrors');
interface Named {
  requestId?: string;
  [startedAt]?: number;
  /** Of the routes of its path, where these have a shape of errors of their own. */
  [ownErrors]?: ErrorEnvelope | undefined;
}

function nameRequest(
  request: IncomingMessage & Named,
  response: ServerResponse,
  next: () => void,
): void {
  request[startedAt] = performance.now();
  request.requestId = readRequestId(request);
  response.setHeader('X-Request-ID', request.requestId);
  next();
}

/** What is wrong with the head of a request, whatever its path (RFC 9110 and 9112). */
function refuseMalformedHead(
  { url = '', headers, headersDistinct, httpVersion }: IncomingMessage,
  _: ServerResponse,
  next: () => void,
): void {
  if (url.length > maxUrlLength) throw refusal(414, 'The URL is over 16 KiB.');
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw refusal(400, 'A request has exactly one Host header.');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw refusal(417, 'Expect must be 100-continue or left out.');
  }
  next();
}

const refusal = (status: number, message: string) =>
  new ApiError('BAD_REQUEST', [], { status, message });

/**
 * The routes of each path, in the order in which paths are tried: whatever the order of plugins, a
 * path that is spelled out goes before one with a parameter in that place, and one whose rest may be
 * a name comes after all others.
 */
function byPath(routes: readonly MountedRoute[]): MountedRoute[][] {
  const paths = Map.groupBy(routes, ({ definition: { path } }) =>
    path.replaceAll(/\{[^}]+\}/g, '{}'),
  );
  return [...paths]
    .toSorted(([pathA, a], [pathB, b]) => pathOrder(pathA, a).localeCompare(pathOrder(pathB, b)))
    .map(([, methods]) => methods);
}

/** A digit for each segment, 1 where it is a parameter; before them whether some method's end is open. */
function pathOrder(path: string, methods: readonly MountedRoute[]): string {
  const digits = path.split('/').map((segment) => (segment === '{}' ? '1' : '0'));
  return [methods.some(endsOpen) ? '1' : '0', ...digits].join('');
}

const endsOpen = ({ definition: { params } }: MountedRoute): boolean =>
  Object.values(params ?? {}).some(({ mayHoldSlash }) => mayHoldSlash);

/** A name that ends the path may be missing, so that it can be refused, and may hold `/`. */
const toExpressPath = ({ definition: { path, params } }: MountedRoute): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (params?.[name]?.mayHoldSlash) return `{*${name}}`;
    return params?.[name]?.isPathName ? `{:${name}}` : `:${name}`;
  });

function refuseMethod(routes: readonly MountedRoute[]): RequestHandler {
  const methods = routes.flatMap(({ definition: { method } }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const allow = methods.join(', ');
  return (request: Request & Named) => {
    request[ownErrors] = routes[0]?.definition.envelope?.errors;
    throw new ApiError('BAD_REQUEST', [{ reason: 'method_not_allowed' }], {
      status: 405,
      message: `This path is served for ${allow}.`,
      headers: { Allow: allow },
    });
  };
}

function createExchange(
  request: Request,
  response: ServerResponse,
  route: MountedRoute,
  { innerRequests }: PipelineServices,
): Exchange {
  const named = request as Request & Named;
  return {
    request,
    response,
    route,
    requestId: named.requestId ?? '',
    caller: innerRequests.findCaller(request.socket),
    startedAtMs: named[startedAt] ?? performance.now(),
    rawParams: joinSegments(request.params),
  };
}

/** The path's values; of a name that spans several segments Express gives the parts. */
function joinSegments(params: Request['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]: [string, string | string[]]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );
}

/** Answers what no route has served: no path, no such method, a path that does not decode. */
function answerUnserved({ clock, metrics, log }: PipelineServices): ErrorRequestHandler {
  return (thrown: unknown, request: Request, response, _next) => {
    const named = request as Request & Named;
    const error = isUndecodable(thrown) ? undecodablePath() : toApiError(thrown);
    sendError(response, error, {
      requestId: named.requestId ?? '',
      now: clock.now(),
      isKeyGiven: readKey(request) !== undefined,
      errors: named[ownErrors],
      log,
    });
    metrics.requestServed('none', error.status, performance.now() - (named[startedAt] ?? 0));
  };
}

const isUndecodable = (thrown: unknown) =>
  thrown instanceof URIError || (thrown as { status?: unknown }).status === 400;

const undecodablePath = () =>
  new ApiError('BAD_REQUEST', [{ reason: 'invalid_value' }], {
    message: 'The path does not percent-decode.',
  });
