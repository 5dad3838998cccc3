import { startReceiver } from '@costplane/ingest/receiver';
import { createLog } from '@costplane/kernel';
import { openCommandDatabase } from '../database/command-database.ts';
import { readOtherDatabases } from '../database/homes.ts';
import { printJson } from '../print.ts';
import { type Address } from '../program/address.ts';
import { hourlyCommands, runHourly } from '../receiver/hourly.ts';
import { readLogLevel } from '../receiver/log-level.ts';
import { say } from '../say.ts';
import { stopSignal } from '../stop-signal.ts';

export interface ListenOptions {
  listen: Address;
  management?: Address;
  maxSnapshotBytes?: number;
  oldestAgent?: string;
  /** In seconds. */
  foldInterval?: number;
  /** Keys of the labels that name the team and the department of a namespace or workload. */
  teamLabel: string;
  departmentLabel: string;
  json?: boolean;
}

/** Receives agent reports until a signal stops it. */
export async function listen(options: ListenOptions): Promise<void> {
  const stopped = stopSignal();
  const log = createLog(readLogLevel());
  const databases = await readOtherDatabases();
  const database = await openCommandDatabase();
  try {
    const { listen: address, management = defaultManagement, foldInterval, ...rules } = options;
    const receiver = await startReceiver({
      ...rules,
      ...(foldInterval === undefined ? {} : { foldWithinMs: foldInterval * 1000 }),
      databaseUrl: database.url,
      databases,
      address,
      management,
      log,
    });
    const { url, metricsUrl } = receiver;
    if (options.json) printJson({ url, metrics_url: metricsUrl });
    say(`Costplane receives reports at ${url} (metrics: ${metricsUrl})`);
    const hourly = runHourly(hourlyCommands, { log });
    await stopped;
    await Promise.all([receiver.stop(), hourly.stop()]);
  } finally {
    log.flush();
    // Connections that are still closing fail when the embedded database stops: no need to log that.
    log.level = 'silent';
    await database.close();
  }
}

const defaultManagement: Address = { host: '127.0.0.1', port: 9465 };
