import { tryLoadPlugins } from '@costplane/kernel';
import { printJson } from '../print.ts';
import { say } from '../say.ts';
import { loadService } from '../service/load-service.ts';
import { readDatabases } from '../service/read-databases.ts';
import { readServiceConfig } from '../service/read-service-config.ts';
import { runService } from '../service/run-service.ts';
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
  const databases = readDatabases(config);
  // Problems of a configured database are reported together with those of the plugins.
  const givenUrl = givenDatabaseUrl();
  const plugins =
    givenUrl === undefined
      ? await loadService(loaded)
      : await tryLoadPlugins(loaded.references, loaded.baseFolder);
  const embedded = givenUrl === undefined ? await openEmbeddedDatabase() : undefined;
  try {
    await runService({
      config,
      databases,
      ledgerDatabaseUrl,
      redisUrl,
      plugins,
      databaseUrl: givenUrl ?? (await embedded?.serviceUrl()) ?? '',
      stopped,
      onReady({ url, metricsUrl }) {
        if (options.json) printJson({ url, metrics_url: metricsUrl });
        say(`Costplane serves ${url} (metrics: ${metricsUrl})`);
      },
    });
  } finally {
    await embedded?.close();
  }
}

/** The code that creates and migrates a database is loaded only for the embedded one. */
async function openEmbeddedDatabase() {
  const { openCommandDatabase } = await import('../database/command-database.ts');
  return openCommandDatabase();
}
