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
  /**
   * Says that the service itself has failed, once that is in the log, and ends the process. Without it
   * the process ends with exit code 1.
   */
  readonly onFault?: (fault: unknown) => void;
}

/** Starts the service with a log on standard error, and runs it until it shall stop. */
export async function runService(options: RunOptions): Promise<void> {
  const { config, ledgerDatabaseUrl, redisUrl } = options.loaded;
  const { plugins, databaseUrl, onFault } = options;
  const log = createLog(config.log.level);
  try {
    const service = await startService({
      config,
      plugins,
      databaseUrl,
      ledgerDatabaseUrl,
      redisUrl,
      log,
      onFault(fault) {
        // At this level the log is written at once.
        log.fatal({ err: fault }, 'a fault of the service itself, which ends it');
        onFault?.(fault);
        process.exit(1);
      },
    });
    options.onReady(service);
    await options.stopped;
    await service.stop();
  } finally {
    log.flush();
    // A connection that is still closing notices that its database stops.
    log.level = 'silent';
  }
}
