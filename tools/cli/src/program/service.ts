import type { Command } from 'commander';
import type { ServeOptions } from '../commands/serve.ts';
import type { StartOptions } from '../commands/start.ts';
import { config, json, port, type Json } from './options.ts';

export function addService(program: Command): void {
  program
    .command('start')
    .description('prepare a database with a demo organization, and serve it')
    .addOption(config())
    .addOption(port())
    .addOption(json('when it is ready, print {url, metrics_url, organization, key}'))
    .action(async (options: StartOptions) => (await import('../commands/start.ts')).start(options));

  program
    .command('serve')
    .description('run the service until it is told to stop')
    .addOption(config())
    .addOption(port())
    .addOption(json('when it is ready, print {url, metrics_url}'))
    .action(async (options: ServeOptions) => (await import('../commands/serve.ts')).serve(options));

  program
    .command('migrate')
    .description('bring the database to the schema of this version, and make its roles')
    .option('--status', 'only show which migrations are applied')
    .addOption(json())
    .action(async (options: Json & { status?: boolean }) =>
      (await import('../commands/migrate.ts')).migrate(options),
    );
}
