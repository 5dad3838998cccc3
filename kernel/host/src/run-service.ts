import { type LoadedConfig } from './config/read-config.ts';
import { type LoadOutcome } from './loader/load-plugins.ts';
import { type RunningService, startService } from './start-service.ts';
import { createLog } from './telemetry/create-log.ts';

export interface RunOptions {
  readonly loaded: LoadedConfig;
  readonly plugins: LoadOutcome;
  readonly databaseUrl: string;
  /** Settles when the service shall stop. */
  readonly stopped: Promise<unknown>;
  readonly onReady: (service: RunningService) => void;
}

/**
 * Starts the service with a log on standard error, and runs it until it shall stop. What nobody
 * catches, a rejection included, ends the process: the supervisor starts it anew.
 */
export async function runService(options: RunOptions): Promise<void> {
  const { config, ledgerDatabaseUrl, redisUrl } = options.loaded;
  const { plugins, databaseUrl } = options;
  const log = createLog(config.log.level);
  const endProcess = (error: unknown, origin: string) => {
    // At this level the log is written at once.
    log.fatal({ err: error, origin }, 'uncaught exception; the process exits');
    process.exit(1);
  };
  // Ahead of other listeners: none of them keeps the process, or ends it before this is logged.
  process.prependListener('uncaughtException', endProcess);
  try {
    const service = await startService({
      config,
      plugins,
      databaseUrl,
      ledgerDatabaseUrl,
      redisUrl,
      log,
    });
    options.onReady(service);
    await options.stopped;
    await service.stop();
  } finally {
    process.off('uncaughtException', endProcess);
    log.flush();
    // A connection that is still closing notices that its database stops.
    log.level = 'silent';
  }
}
