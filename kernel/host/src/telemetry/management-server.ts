import { type Server } from 'node:http';
import { http } from '../http/node-http.ts';
import { send } from '../http/send.ts';
import { type Metrics } from './metrics.ts';

/** The management port: `/metrics`, and nothing of any organization. */
export function createManagementServer(metrics: Metrics): Server {
  return http.createServer((request, response) => {
    if (request.url !== '/metrics') {
      send(response, 404, 'text/plain; charset=utf-8', 'Only /metrics is here.\n');
      return;
    }
    metrics.text().then(
      (text) => send(response, 200, metrics.contentType, text),
      () => send(response, 500, 'text/plain; charset=utf-8', 'The metrics could not be read.\n'),
    );
  });
}
