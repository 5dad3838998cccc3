import { defaultDatabase } from '@costplane/kernel/edge';
import { availableParallelism } from 'node:os';
import { createAgentTokens } from './agent-tokens.ts';
import { type Log } from './answer-request.ts';
import { checkSchema } from './check-schema.ts';
import { createCutLog } from './cut-log.ts';
import { type Databases } from './databases.ts';
import { databaseFull, FullDisk } from './full-disk.ts';
import { ClusterQueues } from './cluster-queues.ts';
import { type Address, listen } from './listen.ts';
import { Lookups } from './lookups.ts';
import { defaultFoldWithinMs, startFolding } from './folding.ts';
import { createManagementServer } from './management.ts';
import { type Rules } from './messages.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { ReceiverError } from './receiver-error.ts';
import { createReportServer } from './report-server.ts';
import { AdmissionControl } from './admission-control.ts';
import { type Services } from './receive-report.ts';
import { Workers } from './workers.ts';

export interface ReceiverOptions extends Partial<Rules> {
  /** Contains a password. The database must be migrated. */
  readonly databaseUrl: string;
  /** Databases of organizations that are not on the default one; also migrated. */
  readonly databases?: readonly { readonly name: string; readonly databaseUrl: string }[];
  readonly address: Address;
  readonly management: Address;
  readonly log: Log;
  /** Number of processes, and of snapshots that each applies concurrently. */
  readonly workers?: number;
  readonly perWorker?: number;
  /** Heap limit of each process. */
  readonly heapMb?: number;
  /** Time limits for the body and for the whole response. */
  readonly bodyWithinMs?: number;
  readonly answerWithinMs?: number;
  /** Maximum number of reports in progress, per cluster and in total. */
  readonly maxPerCluster?: number;
  readonly maxReports?: number;
  readonly maxBytes?: number;
}

export interface Receiver {
  readonly url: string;
  readonly metricsUrl: string;
  /** Stops accepting reports, answers those in progress, and ends. */
  stop(): Promise<void>;
}

const mib = 2 ** 20;
export const defaultMaxSnapshotBytes = 256 * mib;
const maxWorkers = 4;
/** Memory that a snapshot needs while it is applied, as a multiple of the size of its JSON. */
const heapPerByte = 6;
const minHeapMb = 512;
/** Time for the response to a snapshot that was not stored in time. */
const graceMs = 1_000;

/**
 * Starts the receiver for agents. Agents need it at all times, so it starts even if the database
 * cannot be reached, and reports that through its health route.
 *
 * @throws {ReceiverError} if an address cannot be bound or the database is not migrated
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const lookups = {
    tokenLookups: openLookups(options),
    // Has its own connections, so that health checks never wait for token lookups.
    healthLookups: openLookups(options),
  };
  try {
    for (const one of lookups.healthLookups.values()) await checkDatabase(one, options.log);
    return await serve(options, lookups);
  } catch (error) {
    await closeAll(lookups);
    throw error;
  }
}

interface AllLookups {
  readonly tokenLookups: Databases<Lookups>;
  readonly healthLookups: Databases<Lookups>;
}

const openLookups = (options: ReceiverOptions): Databases<Lookups> =>
  new Map(Object.entries(listUrls(options)).map(([name, url]) => [name, new Lookups(url)]));

const listUrls = ({ databaseUrl, databases = [] }: ReceiverOptions): Record<string, string> => ({
  [defaultDatabase]: databaseUrl,
  ...Object.fromEntries(databases.map(({ name, databaseUrl: url }) => [name, url])),
});

async function closeAll({ tokenLookups, healthLookups }: AllLookups): Promise<void> {
  await Promise.all(
    [...tokenLookups.values(), ...healthLookups.values()].map((one) => one.close()),
  );
}

async function checkDatabase(lookups: Lookups, log: Log): Promise<void> {
  try {
    const { isReadOnly } = await checkSchema(lookups);
    if (isReadOnly) log.warn({}, 'the database is read-only: no reports can be stored');
  } catch (error) {
    if (error instanceof ReceiverError) throw error;
    log.warn({ cause: (error as Error).message }, 'the database cannot be reached yet');
  }
}

async function serve(options: ReceiverOptions, lookups: AllLookups): Promise<Receiver> {
  const state = { isStopping: false };
  const services = await createServices(options, lookups.tokenLookups, state);
  const { metrics, workers, answerWithinMs } = services;
  const reports = createReportServer(services, options.log);
  const management = createManagementServer({
    metrics,
    findObstacle: () => findObstacle(services, lookups.healthLookups),
  });
  try {
    const metricsUrl = await listen(management, options.management, '--management');
    const url = await listen(reports.server, options.address, '--listen');
    const folding = startFolding(services, lookups.tokenLookups, options);
    return {
      url,
      metricsUrl: `${metricsUrl}/metrics`,
      stop: async () => {
        state.isStopping = true;
        await folding.stop();
        await reports.drain(answerWithinMs + graceMs);
        await workers.close();
        await closeAll(lookups);
        management.close();
        management.closeAllConnections();
      },
    };
  } catch (error) {
    management.close();
    await workers.close();
    throw error;
  }
}

async function createServices(
  options: ReceiverOptions,
  lookups: Databases<Lookups>,
  state: { readonly isStopping: boolean },
): Promise<Services> {
  const { workers: count = defaultWorkers(), perWorker = defaultPerWorker(count) } = options;
  const admission = new AdmissionControl({
    perCluster: options.maxPerCluster ?? 4,
    overall: options.maxReports ?? 1_000,
    bytes: options.maxBytes ?? 256 * mib,
  });
  const metrics = createMetrics(admission);
  return {
    admission,
    metrics,
    tokens: createAgentTokens(lookups),
    workers: await startWorkers(options, count, metrics),
    fullDisk: new FullDisk(),
    queues: new ClusterQueues(count * perWorker),
    oldestAgent: options.oldestAgent,
    bodyWithinMs: options.bodyWithinMs ?? 20_000,
    answerWithinMs: options.answerWithinMs ?? 20_000,
    isStopping: () => state.isStopping,
    logCut: createCutLog(options.log),
  };
}

const defaultWorkers = () => Math.min(maxWorkers, availableParallelism());
/** At least two reports in all, since one may wait for the lock of its cluster. */
const defaultPerWorker = (workers: number) =>
  Math.ceil(Math.max(2, availableParallelism()) / workers);

function startWorkers(options: ReceiverOptions, count: number, metrics: Metrics): Promise<Workers> {
  const { log, maxSnapshotBytes = defaultMaxSnapshotBytes } = options;
  const { oldestAgent, teamLabel, departmentLabel } = options;
  const { foldWithinMs = defaultFoldWithinMs } = options;
  const rules: Rules = { maxSnapshotBytes, oldestAgent, teamLabel, departmentLabel, foldWithinMs };
  return Workers.start({
    count,
    task: { databases: listUrls(options), rules },
    heapMb: options.heapMb ?? Math.max(minHeapMb, (heapPerByte * maxSnapshotBytes) / mib),
    onRestart(reason) {
      metrics.workerRestarted();
      log.error(reason, 'a worker exited and is being replaced');
    },
    onFailedRestart(error) {
      log.error({ err: error }, 'a worker could not be started; retrying');
    },
  });
}

async function findObstacle(
  { isStopping, workers, fullDisk }: Services,
  lookups: Databases<Lookups>,
): Promise<string | undefined> {
  if (isStopping()) return 'stopping';
  if (workers.count === 0) return 'workers';
  // One writable database is enough: agents of the others are told to retry.
  const found = await Promise.all([...lookups.values()].map(findDatabaseObstacle));
  if (!found.includes(undefined)) return found[0];
  return fullDisk.isFull ? databaseFull : undefined;
}

async function findDatabaseObstacle(lookups: Lookups): Promise<string | undefined> {
  try {
    const { isReadOnly } = await checkSchema(lookups);
    return isReadOnly ? 'database_read_only' : undefined;
  } catch {
    return 'database';
  }
}
