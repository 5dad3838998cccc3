import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { ApiError, type ErrorEnvelope } from '@costplane/plugin-api';
import { toApiError } from './declared-error.ts';
import { type Exchange } from './exchange.ts';
import { refusal, refuseMethod } from './malformed-request.ts';
import { type MountedRoute } from './mount-route.ts';
import { readRequestId } from './request-id.ts';
import { sendError } from './send-error.ts';
import { type PipelineServices } from './services.ts';
import { serveRoute } from './serve-route.ts';
import { readKey } from './steps/authenticate.ts';

/** Responses are data and may neither load nor be framed. Pages set their own policy. */
const securityHeaders = (hstsSeconds: number): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  frameguard: { action: 'deny' },
  hsts: hstsSeconds > 0 && { maxAge: hstsSeconds, includeSubDomains: false },
});
const maxUrlLength = 16 * 1024;

/** The pipeline of a request, in order. */
export function createApp(
  routes: readonly MountedRoute[],
  services: PipelineServices,
  { hstsSeconds }: { readonly hstsSeconds: number },
): RequestListener {
  const refuse = refuseUnserved(services);
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
    const envelope = methods[0]?.definition.envelope;
    // One layer for all methods, since Express compares a request with one layer after the other.
    const served = app.route([...new Set(methods.map(toExpressPath))]);
    for (const route of methods) {
      served[route.definition.method]((request: Request, response: Response) =>
        serveRoute(createExchange(request, response, route, services), services),
      );
    }
    served.all((request, response) =>
      refuse(request, response, methodNotAllowed(methods), envelope?.errors),
    );
  }
  const docs = routes.find(({ definition }) => definition.path === '/v1/docs');
  app.use((request, response) => refuse(request, response, unknownPath(docs?.definition.path)));
  const onError: ErrorRequestHandler = (thrown: unknown, request, response, _next) =>
    refuse(request, response, thrown instanceof URIError ? unreadableUrl() : toApiError(thrown));
  app.use(onError);
  // Express takes none of these steps if the host of an absolute URL cannot be read.
  return (request, response) => {
    const end = (failure?: unknown) => {
      const error = failure === undefined ? unreadableUrl() : toApiError(failure);
      nameRequest(request, response, () => refuse(request as Request, response, error));
    };
    app(request as Request, response as Response, end);
  };
}

/** A request on its way to a route. */
interface Named {
  requestId?: string;
  startedAtMs?: number;
}

function nameRequest(
  request: IncomingMessage & Named,
  response: ServerResponse,
  next: () => void,
): void {
  request.startedAtMs = performance.now();
  request.requestId = readRequestId(request);
  response.setHeader('X-Request-ID', request.requestId);
  next();
}

/** Checks the head of a request, independent of its path (RFC 9110 and 9112). */
function refuseMalformedHead(
  { url = '', headers, headersDistinct, httpVersion }: IncomingMessage,
  _: ServerResponse,
  next: () => void,
): void {
  if (url.length > maxUrlLength) throw refusal(414, 'The URL is over 16 KiB.');
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw refusal(400, 'A request must have exactly one Host header.');
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw refusal(417, 'Expect must be 100-continue or absent.');
  }
  next();
}

/**
 * The routes by path, in matching order, which does not depend on the order of plugins: paths without
 * parameters first, then literal segments before parameters, which sort as the largest character; paths that
 * end in a name of any length come last. Compared without a collation, whose tables take 3 MiB.
 */
function byPath(routes: readonly MountedRoute[]): MountedRoute[][] {
  const paths = Map.groupBy(routes, ({ definition: { path } }) =>
    path.replaceAll(/\{[^}]+\}/g, '\uFFFF'),
  );
  return [...paths]
    .map(([path, methods]) => ({ key: `${rank(path, methods)}${path}`, methods }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ methods }) => methods);
}

const rank = (path: string, methods: readonly MountedRoute[]): number =>
  methods.some(endsOpen) ? 2 : Number(path.includes('\uFFFF'));

const endsOpen = ({ definition: { params } }: MountedRoute): boolean =>
  Object.values(params ?? {}).some(({ mayHoldSlash }) => mayHoldSlash);

/** A name at the end of a path may be missing, so that it can be rejected, and may contain `/`. */
const toExpressPath = ({ definition: { path, params } }: MountedRoute): string =>
  path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (params?.[name]?.mayHoldSlash) return `{*${name}}`;
    return params?.[name]?.isPathName ? `{:${name}}` : `:${name}`;
  });

function methodNotAllowed(routes: readonly MountedRoute[]): ApiError {
  const methods = routes.flatMap(({ definition: { method } }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  );
  const allow = methods.join(', ');
  return refuseMethod(`This path is served for ${allow}.`, allow);
}

function createExchange(
  request: Request,
  response: ServerResponse,
  route: MountedRoute,
  { innerRequests }: PipelineServices,
): Exchange {
  const { requestId = '', startedAtMs = performance.now() } = request as Named;
  return {
    request,
    response,
    route,
    requestId,
    caller: innerRequests.findCaller(request.socket),
    startedAtMs,
    rawParams: nameSegments(route.definition.path, request.params),
  };
}

/** The values of the path; Express splits a name that spans several segments, and names it as another route. */
function nameSegments(path: string, params: Request['params']): Record<string, string> {
  const values: (string | string[])[] = Object.values(params);
  const names = path.match(/(?<=\{)[^}]+/g) ?? [];
  return Object.fromEntries(
    values.map((value, index) => [names[index] ?? '', [value].flat().join('/')]),
  );
}

/** Answers requests without a route: unknown path, wrong method, unreadable URL. */
function refuseUnserved({ clock, metrics, log }: PipelineServices) {
  return (request: Request, response: ServerResponse, error: ApiError, errors?: ErrorEnvelope) => {
    const { requestId = '', startedAtMs = 0 } = request as Named;
    const isKeyGiven = readKey(request) !== undefined;
    sendError(response, error, { requestId, now: clock.now(), isKeyGiven, errors, log });
    metrics.requestServed('none', error.status, performance.now() - startedAtMs);
  };
}

/** 404 for a path that no loaded plugin serves (decision 1), with a pointer to the documentation. */
const unknownPath = (docs?: string) =>
  new ApiError('BAD_REQUEST', [{ reason: 'not_found' }], {
    status: 404,
    message: `This path does not exist${docs === undefined ? '' : `; ${docs} lists all paths`}.`,
  });

const unreadableUrl = () =>
  new ApiError('BAD_REQUEST', [{ reason: 'invalid_value' }], {
    message: 'The URL has an invalid host, or a path that does not percent-decode.',
  });
