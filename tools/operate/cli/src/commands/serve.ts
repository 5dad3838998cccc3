import { runService, tryLoadPlugins } from '@costplane/kernel';
import { openCommandDatabase } from '../database/command-database.ts';
import { printJson } from '../print.ts';
import { say } from '../say.ts';
import { loadService } from '../service/load-service.ts';
import { readServiceConfig } from '../service/read-service-config.ts';
import { stopSignal } from '../stop-signal.ts';
import { givenDatabaseUrl } from '../environment.ts';

export interface ServeOptions {
  config?: string;
  port?: number;
  json?: boolean;
}

/** Runs the service until a signal stops it. */
export async function serve(options: ServeOptions): Promise<void> {
  const stopped = stopSignal();
  const loaded = await readServiceConfig(options);
  const { config, ledgerDatabaseUrl, redisUrl } = loaded;
  // What is wrong with a database that is given is reported together with its plugins.
  const plugins =
    givenDatabaseUrl() === undefined
      ? await loadService(loaded)
      : await tryLoadPlugins(loaded.references, loaded.baseFolder);
  const database = await openCommandDatabase();
  try {
    await runService({
      config,
      ledgerDatabaseUrl,
      redisUrl,
      plugins,
      databaseUrl: await database.serviceUrl(),
      stopped,
      onReady({ url, metricsUrl }) {
        if (options.json) printJson({ url, metrics_url: metricsUrl });
        say(`Costplane serves ${url} (metrics: ${metricsUrl})`);
      },
    });
  } finally {
    await database.close();
  }
}
