import { WarehouseError } from '@costplane/warehouse';
import { sql } from 'kysely';
import { createServer, type Server } from 'node:http';
import { availableParallelism } from 'node:os';
import { AgentTokens } from './agent-tokens.ts';
import { answerClientError } from './answer-client-error.ts';
import { answerRequest, type Log } from './answer-request.ts';
import { Lanes } from './lanes.ts';
import { type Address, listen } from './listen.ts';
import { Lookups } from './lookups.ts';
import { createManagementServer } from './management.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Rules } from './messages.ts';
import { ReceiverError } from './receiver-error.ts';
import { Room } from './room.ts';
import type { Services } from './take-report.ts';
import { Workers } from './workers.ts';

export interface ReceiverOptions extends Partial<Rules> {
  /** Holds a password. The database is migrated already. */
  readonly databaseUrl: string;
  readonly address: Address;
  readonly management: Address;
  readonly log: Log;
  /** Processes, and how many snapshots each applies at a time. */
  readonly workers?: number;
  readonly perWorker?: number;
  /** What each of them may hold of JavaScript values. */
  readonly heapMb?: number;
  /** How long a body may take, and everything up to the answer. */
  readonly bodyWithinMs?: number;
  readonly answerWithinMs?: number;
  /** How many reports may be under way, of one cluster and over all. */
  readonly mostPerCluster?: number;
  readonly mostReports?: number;
  readonly mostBytes?: number;
}

export interface Receiver {
  readonly url: string;
  readonly metricsUrl: string;
  /** Takes no more reports, answers those that it has, and ends. */
  stop(): Promise<void>;
}

const mib = 2 ** 20;
export const defaultMaxSnapshotBytes = 256 * mib;
const mostWorkers = 4;
/** What a snapshot needs of memory while it is applied, in sizes of its JSON. */
const heapPerByte = 6;
const leastHeapMb = 512;

/**
 * Starts the agents' receiver. Agents need it at all times, so it starts also while the database
 * cannot be reached, and says so to those who ask.
 *
 * @throws {ReceiverError} if an address cannot be bound or the database is not migrated
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { databaseUrl, address, management, log } = options;
  const lookups = new Lookups(databaseUrl);
  await checkSchema(lookups, log);
  const room = new Room({
    perCluster: options.mostPerCluster ?? 4,
    overall: options.mostReports ?? 1_000,
    bytes: options.mostBytes ?? 512 * mib,
  });
  const metrics = createMetrics(room);
  const slots = { workers: options.workers ?? defaultWorkers(), each: options.perWorker ?? 2 };
  const workers = await startWorkers(options, slots, metrics);
  let isStopping = false;
  const services: Services = {
    tokens: new AgentTokens(lookups),
    ...{ room, workers, metrics },
    lanes: new Lanes(slots.workers * slots.each),
    oldestAgent: options.oldestAgent,
    bodyWithinMs: options.bodyWithinMs ?? 20_000,
    answerWithinMs: options.answerWithinMs ?? 25_000,
    isStopping: () => isStopping,
  };
  const server = createReportServer(services, log);
  const managementServer = createManagementServer({
    metrics,
    findObstacle: async () => (isStopping ? 'stopping' : findObstacle(lookups)),
  });
  const release = async () => {
    await workers.close();
    await lookups.close();
  };
  try {
    const metricsUrl = await listen(managementServer, management, '--management');
    const url = await listen(server, address, '--listen');
    return {
      url,
      metricsUrl: `${metricsUrl}/metrics`,
      stop: async () => {
        isStopping = true;
        await drain(server, services.answerWithinMs);
        await release();
        managementServer.close();
        managementServer.closeAllConnections();
      },
    };
  } catch (error) {
    managementServer.close();
    await release();
    throw error;
  }
}

const defaultWorkers = () => Math.min(mostWorkers, availableParallelism());

function startWorkers(
  { databaseUrl, log, maxSnapshotBytes = defaultMaxSnapshotBytes, ...rest }: ReceiverOptions,
  slots: { workers: number; each: number },
  metrics: Metrics,
): Promise<Workers> {
  const { oldestAgent, teamLabel, departmentLabel } = rest;
  const rules: Rules = { maxSnapshotBytes, oldestAgent, teamLabel, departmentLabel };
  return Workers.start({
    count: slots.workers,
    task: { databaseUrl, rules },
    heapMb: rest.heapMb ?? Math.max(leastHeapMb, (heapPerByte * maxSnapshotBytes) / mib),
    onRestart(reason) {
      metrics.workerRestarted();
      log.error(reason, 'a worker ended and is replaced');
    },
  });
}

/** Bounds for slow and silent clients; between reports a connection may rest for two minutes. */
function createReportServer(services: Services, log: Log): Server {
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: services.bodyWithinMs + 10_000,
      keepAliveTimeout: 120_000,
      connectionsCheckingInterval: 2_000,
    },
    (request, response) => void answerRequest(request, response, services, log),
  );
  server.on('checkContinue', (request, response) => {
    void answerRequest(request, response, services, log);
  });
  server.on('clientError', answerClientError(services.metrics));
  server.maxConnections = 10_000;
  return server;
}

async function drain(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, withinMs);
  await closed;
  clearTimeout(timer);
}

const question = sql`select 1 from authenticate_agent(''::bytea)`;

async function checkSchema(lookups: Lookups, log: Log): Promise<void> {
  try {
    await lookups.rows(question);
  } catch (error) {
    if (isUnmigrated(error)) {
      await lookups.close();
      throw new ReceiverError('The database is not migrated; run `costplane migrate`');
    }
    log.warn({ cause: (error as Error).message }, 'the database cannot be reached yet');
  }
}

const isUnmigrated = (error: unknown) => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  // No schema, no function, or no roles.
  if (error instanceof WarehouseError) return cause?.code === '22023';
  return ['3F000', '42883', '42P01'].includes(code ?? '');
};

async function findObstacle(lookups: Lookups): Promise<string | undefined> {
  try {
    await lookups.rows(question);
    return undefined;
  } catch {
    return 'database';
  }
}
