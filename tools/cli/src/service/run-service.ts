import {
  createLog,
  type LoadedConfig,
  type LoadOutcome,
  type RunningService,
  startService,
} from '@costplane/kernel/host';
import { stopSignal } from '../stop-signal.ts';

const flushEveryMs = 500;

/** Starts the service, and runs it until the process is told to stop. */
export async function runService(
  { config, ledgerDatabaseUrl, redisUrl }: LoadedConfig,
  plugins: LoadOutcome,
  databaseUrl: string,
  onReady: (service: RunningService) => void,
): Promise<void> {
  const stopped = stopSignal();
  const log = createLog(config.log.level);
  // The log gathers lines before it writes them; a quiet service's must not wait for more.
  const flushing = setInterval(() => {
    log.flush();
  }, flushEveryMs);
  try {
    const service = await startService({
      config,
      plugins,
      databaseUrl,
      ledgerDatabaseUrl,
      redisUrl,
      log,
    });
    onReady(service);
    await stopped;
    await service.stop();
  } finally {
    clearInterval(flushing);
    log.flush();
    // A connection that is still closing notices that the embedded database stops.
    log.level = 'silent';
  }
}
