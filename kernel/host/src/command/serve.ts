import { readConfig } from '../config/read-config.ts';
import { StartupError, type StartupProblem } from '@costplane/plugin-api/internal';
import { tryLoadPlugins } from '../loader/load-plugins.ts';
import { runService } from '../run-service.ts';
import { type Arguments } from './arguments.ts';

const noDatabase: StartupProblem = {
  where: 'DATABASE_URL',
  what: 'is not set',
  fix: 'Let it name the database, such as postgres://user:password@host:5432/costplane',
};

/** Runs the configured service over the database of the environment until it shall stop. */
export async function serve(args: Arguments, stopped: Promise<void>): Promise<void> {
  const loaded = await readConfig({
    file: args.config,
    port: args.port,
    environment: process.env,
    folder: process.cwd(),
  });
  const plugins = await tryLoadPlugins(loaded.config.plugins, loaded.baseFolder);
  const { databaseUrl } = loaded;
  if (databaseUrl === undefined) throw new StartupError([noDatabase, ...plugins.problems]);
  await runService({
    loaded,
    plugins,
    databaseUrl,
    stopped,
    onReady({ url, metricsUrl }) {
      if (args.json) {
        process.stdout.write(`${JSON.stringify({ url, metrics_url: metricsUrl }, null, 2)}\n`);
      }
      process.stderr.write(`Costplane serves ${url} (metrics: ${metricsUrl})\n`);
    },
  });
}
