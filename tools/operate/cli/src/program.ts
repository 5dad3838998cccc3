import { type AddHelpTextContext, Command } from 'commander';
import { readFileSync } from 'node:fs';
import { turnOnDebugging } from './debugging.ts';
import { escapeControls } from './escape-controls.ts';
import { addAllocation } from './program/allocation.ts';
import { addAgentTokens } from './program/agent-tokens.ts';
import { addArchive } from './program/archive.ts';
import { addClusters } from './program/clusters.ts';
import { addCompletion } from './program/completion.ts';
import { addCosts } from './program/costs.ts';
import { addContract } from './program/contract.ts';
import { describeOption } from './program/describe-option.ts';
import { addKeys } from './program/keys.ts';
import { addOrganizations } from './program/organizations.ts';
import { addPrices } from './program/prices.ts';
import { addPrune } from './program/prune.ts';
import { addRecommendations } from './program/recommendations.ts';
import { addSample } from './program/sample.ts';
import { addService } from './program/service.ts';
import { addSnapshots } from './program/snapshots.ts';

/**
 * Every command with its options. Implementations are imported on use, so that a command loads only
 * what it needs.
 */
export function createProgram(): Command {
  const program = new Command('costplane')
    .description('Costplane: what Kubernetes clusters cost and how well they are utilized.')
    .version(readVersion(), '--version', 'Print the version')
    .option('--debug', 'Show the stack trace of an error')
    .on('option:debug', turnOnDebugging)
    .on('beforeAllHelp', refuseUnknown)
    .helpCommand(false)
    .helpOption('-h, --help', 'Show help')
    .configureHelp({ optionDescription: describeOption })
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(usageFailure(text)) });
  addService(program);
  addCosts(program);
  addOrganizations(program);
  addKeys(program);
  addAgentTokens(program);
  addClusters(program);
  addSnapshots(program);
  addAllocation(program);
  addPrices(program);
  addRecommendations(program);
  addPrune(program);
  addArchive(program);
  addSample(program);
  addContract(program);
  addCompletion(program);
  return program;
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** commander shows the help of the parent for `costplane unknown --help`. */
function refuseUnknown({ command }: AddHelpTextContext): void {
  const [name] = command.args;
  if (command.commands.length === 0 || name === undefined || name.startsWith('-')) return;
  command.error(`unknown command '${name}'`);
}

/** Formats commander's message, which begins with "error: " and may have two lines, like other messages. */
function usageFailure(text: string): string {
  const message = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '');
  return `costplane: ${escapeControls(message)}; see --help\n`;
}
