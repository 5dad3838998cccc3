import {
  createLog,
  type RunningService,
  type ServiceOptions,
  startService,
} from '@costplane/kernel';
import { type Config } from './config-schema.ts';
import { releaseMemoryWhenIdle } from './release-memory.ts';

export interface RunOptions extends Omit<ServiceOptions, 'log'> {
  readonly config: Config;
  /** Settles when the service shall stop. */
  readonly stopped: Promise<unknown>;
  readonly onReady: (service: RunningService) => void;
}

/**
 * Starts the service with a log on standard error, and runs it until it shall stop. What nobody
 * catches, a rejection included, ends the process: the supervisor starts it anew.
 */
export async function runService(options: RunOptions): Promise<void> {
  const log = createLog(options.config.log.level);
  const endProcess = (error: unknown, origin: string) => {
    // At this level the log is written at once.
    log.fatal({ err: error, origin }, 'uncaught exception; the process exits');
    process.exit(1);
  };
  // Ahead of other listeners: none of them keeps the process, or ends it before this is logged.
  process.prependListener('uncaughtException', endProcess);
  try {
    const service = await startService({ ...options, log });
    options.onReady(service);
    releaseMemoryWhenIdle();
    await options.stopped;
    await service.stop();
  } finally {
    process.off('uncaughtException', endProcess);
    log.flush();
    // A connection that is still closing notices that its database stops.
    log.level = 'silent';
  }
}
