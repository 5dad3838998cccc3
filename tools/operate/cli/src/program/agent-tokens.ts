import { type Command, Option } from 'commander';
import { type CreateAgentTokenOptions } from '../commands/create-agent-token.ts';
import {
  addGroup,
  environments,
  json,
  organization,
  revocable,
  yes,
  type Json,
  type Yes,
} from './options.ts';

const providers = ['aws', 'gcp', 'azure', 'on-prem'];

export function addAgentTokens(program: Command): void {
  const group = addGroup(program, 'agent-token', 'Manage the tokens of in-cluster agents');
  group
    .command('create')
    .description('Create the agent token of a cluster, which is shown only once')
    .addOption(organization())
    .requiredOption(
      '--cluster-name <name>',
      'Name of the cluster, which is created if it does not exist',
    )
    .addOption(
      new Option(
        '--environment <environment>',
        'Environment of the cluster (default for a new one: production)',
      ).choices(environments),
    )
    .addOption(
      new Option(
        '--provider <provider>',
        'Provider of the cluster, until its first report',
      ).choices(providers),
    )
    .addOption(json('Print {id, token, cluster_id}'))
    .action(async (options: CreateAgentTokenOptions) =>
      (await import('../commands/create-agent-token.ts')).createAgentToken(options),
    );
  group
    .command('list')
    .description('List the agent tokens of an organization, including revoked ones')
    .addOption(organization())
    .addOption(json())
    .action(async (options: Json & { org: string }) =>
      (await import('../commands/list-agent-tokens.ts')).listAgentTokens(options),
    );
  group
    .command('revoke')
    .description('Revoke an agent token')
    .argument('<token>', revocable('token'))
    .addOption(yes())
    .addOption(json())
    .action(async (token: string, options: Yes & Json) =>
      (await import('../commands/revoke-agent-token.ts')).revokeAgentToken(token, options),
    );
}
