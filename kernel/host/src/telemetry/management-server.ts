import { type Server } from 'node:http';
import { type Registry } from 'prom-client';
import { http } from '../http/node-http.ts';
import { send } from '../http/send.ts';

/** The management port: `/metrics`, without data of organizations. */
export function createManagementServer(registry: Registry): Server {
  return http.createServer((request, response) => {
    if (request.url !== '/metrics') {
      send(response, 404, 'text/plain; charset=utf-8', 'Only /metrics is here.\n');
      return;
    }
    registry.metrics().then(
      (text) => send(response, 200, registry.contentType, text),
      () => send(response, 500, 'text/plain; charset=utf-8', 'The metrics could not be read.\n'),
    );
  });
}
