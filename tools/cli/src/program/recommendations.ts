import type { Command } from 'commander';
import type { RecommendOptions } from '../commands/recommend.ts';
import { addGroup, json, type Json } from './options.ts';

export function addRecommendations(program: Command): void {
  program
    .command('recommend')
    .description('run the rightsizing engine once: take in what containers used, and recommend')
    .option('--org <org>', 'of one organization, by id or name (default: all)')
    .addOption(json())
    .action(async (options: RecommendOptions) =>
      (await import('../commands/recommend.ts')).recommend(options),
    );

  const group = addGroup(program, 'recommendation', 'recommendations');
  group
    .command('dismiss')
    .description('set one aside until its numbers have moved by 20 %')
    .argument('<id>', 'its id, as /v1/recommendations shows it')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('../commands/dismiss-recommendation.ts')).dismissRecommendation(id, options),
    );
  group
    .command('restore')
    .description('take a dismissal back')
    .argument('<id>', 'its id, as /v1/recommendations?status=dismissed shows it')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('../commands/dismiss-recommendation.ts')).restoreRecommendation(id, options),
    );
}
