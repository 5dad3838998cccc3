import { type Command, Option } from 'commander';
import { type ServeOptions } from '../commands/serve.ts';
import { type StartOptions } from '../commands/start.ts';
import { config, days, json, port, type Json } from './options.ts';

export function addService(program: Command): void {
  program
    .command('start')
    .description(
      'Start with demo data: prepare a database, load a demo organization if it is empty, and serve',
    )
    .addOption(config())
    .addOption(port())
    .addOption(days('Days of history of the demo').default(62))
    .addOption(json('When ready, print {url, metrics_url, organization, key}'))
    .action(async (options: StartOptions) => (await import('../commands/start.ts')).start(options));

  program
    .command('serve')
    .description('Run the service until it is stopped')
    .addOption(config())
    .addOption(port())
    .addOption(json('When ready, print {url, metrics_url}'))
    .action(async (options: ServeOptions) => (await import('../commands/serve.ts')).serve(options));

  program
    .command('migrate')
    .description('Migrate the database to the schema of this version, and create its roles')
    .addOption(
      new Option('--status', 'Only show which migrations are applied').conflicts('distribute'),
    )
    .option('--distribute', 'Distribute the tables by cluster over the workers of Citus')
    .addOption(json())
    .action(async (options: Json & { status?: boolean; distribute?: boolean }) =>
      (await import('../commands/migrate.ts')).migrate(options),
    );
}
