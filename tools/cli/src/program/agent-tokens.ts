import { type Command, Option } from 'commander';
import type { CreateAgentTokenOptions } from '../commands/create-agent-token.ts';
import { addGroup, environments, json, organization, type Json } from './options.ts';

const providers = ['aws', 'gcp', 'azure', 'on-prem'];

export function addAgentTokens(program: Command): void {
  const group = addGroup(program, 'agent-token', 'what in-cluster agents authenticate with');
  group
    .command('create')
    .description('make the token of a cluster, which is shown this once')
    .addOption(organization())
    .requiredOption('--cluster-name <name>', 'the cluster, made if it is new')
    .addOption(
      new Option(
        '--environment <environment>',
        'of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(
      new Option('--provider <provider>', 'of the cluster, until its first report').choices(
        providers,
      ),
    )
    .addOption(json('print {id, token, cluster_id}'))
    .action(async (options: CreateAgentTokenOptions) =>
      (await import('../commands/create-agent-token.ts')).createAgentToken(options),
    );
  group
    .command('list')
    .description('show the agent tokens of an organization, revoked ones too')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-agent-tokens.ts')).listAgentTokens(options),
    );
  group
    .command('revoke')
    .description('end an agent token')
    .argument('<id>', 'its id, not the token')
    .addOption(json())
    .action(async (id: string, options: Json) =>
      (await import('../commands/revoke-agent-token.ts')).revokeAgentToken(id, options),
    );
}
