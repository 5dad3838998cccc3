import { createServer, type Server, type ServerResponse } from 'node:http';
import { type Metrics } from './metrics.ts';

export interface ManagementServices {
  readonly metrics: Metrics;
  /** The obstacle that keeps the receiver from accepting reports; undefined if there is none. */
  readonly findObstacle: () => Promise<string | undefined>;
}

/** The management port: health and metrics, without data of any organization. */
export function createManagementServer(services: ManagementServices): Server {
  return createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const route = routes[path];
    if (!route) sendJson(response, 404, { status: 'not_found', paths: Object.keys(routes) });
    else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendJson(response, 405, { status: 'method_not_allowed' });
    } else {
      route(services, response).catch(() => {
        sendJson(response, 500, { status: 'failed' });
      });
    }
  });
}

type Route = (services: ManagementServices, response: ServerResponse) => Promise<void>;

/** Only checks that the process responds. */
const live: Route = (_, response) => {
  sendJson(response, 200, { status: 'ok' });
  return Promise.resolve();
};

const ready: Route = async ({ findObstacle }, response) => {
  const obstacle = await findObstacle();
  if (obstacle === undefined) sendJson(response, 200, { status: 'ready' });
  else sendJson(response, 503, { status: 'not_ready', reason: obstacle });
};

const metrics: Route = async ({ metrics: { registry } }, response) => {
  const text = await registry.metrics();
  response.writeHead(200, { 'Content-Type': registry.contentType });
  response.end(text);
};

const routes: Readonly<Record<string, Route>> = {
  '/health': live,
  '/health/live': live,
  '/health/ready': ready,
  '/metrics': metrics,
};

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(`${JSON.stringify(body)}\n`);
}
