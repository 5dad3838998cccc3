import type { Command } from 'commander';
import { addGroup, json, organization, type Json } from './options.ts';

export function addClusters(program: Command): void {
  const group = addGroup(program, 'cluster', 'clusters');
  group
    .command('list')
    .description('show the clusters of an organization')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-clusters.ts')).listClusters(options),
    );
  group
    .command('rename')
    .description('give a cluster another name; its token and its history stay')
    .argument('<cluster>', 'cluster, by id or name')
    .argument('<name>', 'its new name, which no other cluster of the organization has')
    .addOption(organization())
    .addOption(json('print {id, name, previous_name}'))
    .action(async (cluster: string, name: string, options: Json & { org: string }) =>
      (await import('../commands/rename-cluster.ts')).renameCluster(cluster, name, options),
    );
}
