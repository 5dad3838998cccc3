import { type Command } from 'commander';
import { addGroup, json, organization, yes, type Json, type Yes } from './options.ts';

export function addClusters(program: Command): void {
  const group = addGroup(program, 'cluster', 'Manage clusters');
  group
    .command('list')
    .description('List the clusters of an organization')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-clusters.ts')).listClusters(options),
    );
  group
    .command('rename')
    .description('Rename a cluster, which keeps its token and its history')
    .argument('<cluster>', 'Cluster, by id or name')
    .argument('<name>', 'New name, unique in the organization')
    .addOption(organization())
    .addOption(json('Print {id, name, previous_name}'))
    .action(async (cluster: string, name: string, options: Json & { org: string }) =>
      (await import('../commands/rename-cluster.ts')).renameCluster(cluster, name, options),
    );
  group
    .command('retire')
    .description('Retire a cluster that no longer exists: only its history stays')
    .argument('<cluster>', 'Cluster, by id or name')
    .addOption(organization())
    .addOption(yes())
    .addOption(json('Print {id, name, status}'))
    .action(async (cluster: string, options: Yes & Json & { org: string }) =>
      (await import('../commands/retire-cluster.ts')).retireCluster(cluster, options),
    );
}
