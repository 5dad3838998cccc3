import { createEdgeServer } from '@costplane/kernel/edge';
import { type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerRequest, type Log } from './answer-request.ts';
import { type Services } from './receive-report.ts';
import { answerUnreadable } from './unreadable-requests.ts';

const lookEveryMs = 20;
const maxConnections = 10_000;
/** Agents send a report only after the response to the previous one. */
const maxPipelined = 10;

export interface ReportServer {
  readonly server: Server;
  /**
   * Stops accepting connections; open ones are closed as soon as no request is in progress, or when
   * the time is up.
   */
  drain(withinMs: number): Promise<void>;
}

/** Timeouts for slow and silent clients; between reports a connection may be idle for two minutes. */
export function createReportServer(services: Services, log: Log): ReportServer {
  const options = {
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: services.bodyWithinMs + 10_000,
    keepAliveTimeout: 120_000,
    connectionsCheckingInterval: 2_000,
  };
  const { server, pending } = createEdgeServer(options, {
    ...answerUnreadable(services.metrics),
    answer(request, response, pipelined) {
      if (pipelined > maxPipelined) request.socket.destroy();
      else void answerRequest(request, response, services, log);
    },
  });
  // Only clients that may send a body get a 100 Continue.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.maxConnections = maxConnections;
  // A client that has finished sending still waits for its response.
  Object.assign(server, { httpAllowHalfOpen: true });
  return {
    server,
    async drain(withinMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const deadline = performance.now() + withinMs;
      while (!pending.isEmpty && performance.now() < deadline) await sleep(lookEveryMs);
      server.closeAllConnections();
      await closed;
    },
  };
}
