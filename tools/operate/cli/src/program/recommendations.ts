import { type Command } from 'commander';
import { type RecommendOptions } from '../commands/recommend.ts';
import { addGroup, json, type Json, yes, type Yes } from './options.ts';

export function addRecommendations(program: Command): void {
  program
    .command('recommend')
    .description(
      'Run the rightsizing engine once: process the usage of containers and recommend requests',
    )
    .option('--org <org>', 'Only this organization, by id or name (default: all)')
    .addOption(json())
    .action(async (options: RecommendOptions) =>
      (await import('../commands/recommend.ts')).recommend(options),
    );

  const group = addGroup(program, 'recommendation', 'Manage recommendations');
  group
    .command('dismiss')
    .description('Dismiss a recommendation until its numbers change by 20%')
    .argument('<id>', 'Id of the recommendation, as shown by /v1/recommendations')
    .addOption(yes())
    .addOption(json())
    .action(async (id: string, options: Yes & Json) =>
      (await import('../commands/dismiss-recommendation.ts')).dismissRecommendation(id, options),
    );
  group
    .command('restore')
    .description('Restore a dismissed recommendation')
    .argument('<id>', 'Id of the recommendation, as shown by /v1/recommendations?status=dismissed')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('../commands/dismiss-recommendation.ts')).restoreRecommendation(id, options),
    );
}
