import tab from '@bomb.sh/tab/commander';
import { type Command } from 'commander';

/**
 * `completion SHELL`, and the hidden command that its scripts call. Must be added last, because it
 * completes the commands added before it.
 */
export function addCompletion(program: Command): void {
  tab(program, { completionCommandName: 'completion' });
  const command = program.commands.find((one) => one.name() === 'completion');
  command?.description('Print a script that completes commands and options in a shell');
  const [shell] = command?.registeredArguments ?? [];
  shell?.choices(['bash', 'zsh', 'fish']);
  if (shell) shell.description = 'Shell that runs the script';
}
